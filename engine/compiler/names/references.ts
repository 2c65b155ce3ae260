import type { MetaSchema } from '../shape/metaSchemas.ts';
import type { Registry } from '../../config/definitions.ts';
import type { RuleCode } from '../../config/rules/index.ts';
import type { Screen } from '../../config/screen.ts';
import type { FieldUi } from '../../config/formUi.ts';
import { nearMiss } from '../../expression/index.ts';
import { normaliserNames } from '../../form/normalise.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { allRoutes, isRoute } from './routes.ts';
import type { Entry, Project } from '../project/project.ts';
import type { Place } from './walk.ts';

interface Target {
  /** The noun in messages. */
  title: string;
  code: RuleCode;
  known(project: Project): readonly string[];
  /** The names that a file defines for itself. */
  ofFile?(entry: Entry): readonly string[];
  /** Accepts names that `known` does not list. */
  accepts?(name: string, project: Project): boolean;
}

const registered = (title: string, code: RuleCode, list: 'widgets' | 'blocks' | 'operations' | 'effects' | 'clientEvents'): Target => ({
  title,
  code,
  known: ({ registry }) => Object.keys(registry[list]),
});

const configured = (title: string, code: RuleCode, kind: string): Target => ({
  title,
  code,
  known: (project) => project.ids(kind),
  accepts: (name, project) => project.isBroken(kind, name),
});

/** The possible targets of each `x-ref`. An unlisted `x-ref` is a bug of the meta-schema. */
const targets: Readonly<Record<string, Target>> = {
  widget: registered('widget', 'unknown-widget', 'widgets'),
  block: registered('block', 'unknown-block', 'blocks'),
  operation: registered('operation', 'unknown-operation', 'operations'),
  effect: registered('effect', 'unknown-effect', 'effects'),
  lookup: { title: 'lookup', code: 'unknown-lookup', known: ({ registry }) => Object.keys(registry.lookups ?? {}) },
  clientEvent: registered('client event', 'unknown-client-event', 'clientEvents'),
  form: configured('form', 'unknown-form', 'form'),
  screen: configured('screen', 'unknown-screen', 'screen'),
  flow: configured('flow', 'unknown-flow', 'flow'),
  subFlow: configured('sub-flow', 'unknown-flow', 'subFlow'),
  enum: configured('enum', 'unknown-enum', 'enum'),
  lifeCycle: configured('life cycle', 'unknown-life-cycle', 'lifeCycle'),
  content: configured('content', 'unknown-content', 'content'),
  picture: { title: 'picture', code: 'unknown-picture', known: ({ registry }) => picturesOf(registry) },
  icon: {
    title: 'icon',
    code: 'unknown-icon',
    known: ({ registry }) => registry.icons ?? [],
    accepts: (_, { registry }) => registry.icons === undefined,
  },
  liveTopic: { title: 'topic', code: 'unknown-live-topic', known: ({ registry }) => registry.topics ?? [] },
  data: {
    title: 'data',
    code: 'unknown-data',
    known: () => [],
    ofFile: ({ value }) => Object.keys((value as Partial<Screen>).data ?? {}),
  },
  purpose: { title: 'purpose', code: 'unknown-purpose', known: purposesOf },
  document: { title: 'document', code: 'unknown-document', known: (project) => [...new Set(project.documents.map(({ id }) => id))] },
  error: {
    title: 'error',
    code: 'unknown-error',
    known: (project) => Object.keys(project.one('errors')?.value.errors ?? {}),
    accepts: (_, project) => project.isBroken('errors'),
  },
  normaliser: { title: 'normaliser', code: 'unknown-normaliser', known: () => normaliserNames },
  route: { title: 'route', code: 'unknown-route', known: allRoutes, accepts: (name, project) => isRoute(project, name) },
  // names/tables.ts checks states, and forms/layouts.ts checks fields.
  state: { title: 'state', code: 'unknown-state', known: () => [], accepts: () => true },
  itemField: { title: 'field', code: 'unknown-field', known: () => [], accepts: () => true },
  field: { title: 'field', code: 'unknown-field', known: () => [], accepts: () => true },
  blockValue: { title: 'block', code: 'unknown-block', known: () => [], accepts: () => true },
};

function picturesOf({ blocks }: Registry): readonly string[] {
  const options: MetaSchema = blocks['illustration']?.options ?? {};
  const name: MetaSchema = options.properties?.['name'] ?? {};
  return Array.isArray(name.enum) ? name.enum.map(String) : [];
}

/** The purposes for which form fields store files. */
function purposesOf(project: Project): readonly string[] {
  const ofFields = (fields: Readonly<Record<string, FieldUi>>): string[] =>
    Object.values(fields).flatMap(({ 'ui:options': { purpose } = {}, items = {} }) => [
      ...(typeof purpose === 'string' ? [purpose] : []),
      ...ofFields(items),
    ]);
  return [...new Set(project.all('formUi').flatMap(({ value }) => ofFields(value.fields)))];
}

/** Checks that code has registered each name or a file defines it. */
export function checkReferences({ project, sites, memo }: Analysis): Located[] {
  const inProject = namesIn(project);
  const known = Object.entries(targets).map(([kind, target]) => {
    const names = target.known(project);
    const joined = names.join('\n');
    inProject.set(
      kind,
      memo.of(`names of ${kind}`, [joined], () => new Set(names)),
    );
    return joined;
  });
  // A link to "/" is valid if the navigation says where it leads.
  const hints = [...known, project.one('navigation')?.value.home, project.brokenIn('')];
  return memo.each('references', project.entries, hints, (entry) => checkNames(entry, { project, sites }));
}

/** Checks the names in one file. */
export function checkNames(entry: Entry, { project, sites }: Pick<Analysis, 'project' | 'sites'>): Located[] {
  return sites(entry).references.flatMap((site) => {
    const finding = checkName(site.target, site.name, site, { project, entry });
    return finding ? [{ document: entry.document, finding }] : [];
  });
}

/** The names of each target, cached by project because thousands of places refer to them. */
const listed = new WeakMap<Project, Map<string, ReadonlySet<string>>>();

function namesIn(project: Project): Map<string, ReadonlySet<string>> {
  const names = listed.get(project) ?? new Map<string, ReadonlySet<string>>();
  listed.set(project, names);
  return names;
}

function namesOf(kind: string, target: Target, project: Project): ReadonlySet<string> {
  const inProject = namesIn(project);
  const names = inProject.get(kind) ?? new Set(target.known(project));
  inProject.set(kind, names);
  return names;
}

function checkName(kind: string, name: string, place: Place, around: { project: Project; entry: Entry }): Finding | undefined {
  const target = targets[kind];
  if (!target) throw new Error(`meta-schema: unknown x-ref ${kind}`);
  const known = target.ofFile ? new Set(target.ofFile(around.entry)) : namesOf(kind, target, around.project);
  if (known.has(name) || target.accepts?.(name, around.project)) return undefined;
  return {
    code: target.code,
    pointer: place.pointer,
    message: `There is no ${target.title} "${name}".`,
    ...nearMiss(name, known),
  };
}
