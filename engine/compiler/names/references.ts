import { didYouMean } from '../../expression/index.ts';
import { normaliserNames } from '../../form/normalise.ts';
import type { Analysis } from '../analysis.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { allRoutes, isRoute } from './routes.ts';
import type { Project } from './project.ts';
import type { Place } from './walk.ts';

interface Target {
  /** What it is called in messages and, with dashes, in the code. */
  title: string;
  known(project: Project, place: Place): readonly string[];
  /** Beyond being among the known. */
  accepts?(name: string, project: Project): boolean;
}

const registered = (title: string, list: 'widgets' | 'blocks' | 'operations' | 'effects' | 'clientEvents'): Target => ({
  title,
  known: ({ registry }) => Object.keys(registry[list]),
});

const configured = (title: string, kind: string): Target => ({
  title,
  known: (project) => project.ids(kind),
  accepts: (name, project) => project.isBroken(kind, name),
});

/** What each `x-ref` may name. A reference that is not listed here is a bug of the meta-schema. */
const targets: Readonly<Record<string, Target>> = {
  widget: registered('widget', 'widgets'),
  block: registered('block', 'blocks'),
  operation: registered('operation', 'operations'),
  effect: registered('effect', 'effects'),
  clientEvent: registered('client event', 'clientEvents'),
  form: configured('form', 'form'),
  screen: configured('screen', 'screen'),
  flow: configured('flow', 'flow'),
  enum: configured('enum', 'enum'),
  lifeCycle: configured('life cycle', 'lifeCycle'),
  document: { title: 'document', known: (project) => [...new Set(project.documents.map(({ id }) => id))] },
  error: {
    title: 'error',
    known: (project) => Object.keys(project.one('errors')?.value.errors ?? {}),
    accepts: (_, project) => project.isBroken('errors'),
  },
  normaliser: { title: 'normaliser', known: () => normaliserNames },
  route: { title: 'route', known: allRoutes, accepts: (name, project) => isRoute(project, name) },
  // Checked where the states stand (names/lifeCycles.ts) and where the form is known (forms/layouts.ts).
  state: { title: 'state', known: () => [], accepts: () => true },
  field: { title: 'field', known: () => [], accepts: () => true },
  blockValue: { title: 'block', known: () => [], accepts: () => true },
};

/** Every name must be one that code has registered or a file has. */
export function checkReferences({ project, sites }: Analysis): Located[] {
  return project.entries.flatMap((entry) =>
    sites(entry).references.flatMap((site) => {
      const finding = checkName(site.target, site.name, site, project);
      return finding ? [{ document: entry.document, finding }] : [];
    }),
  );
}

function checkName(kind: string, name: string, place: Place, project: Project): Finding | undefined {
  const target = targets[kind];
  if (!target) throw new Error(`meta-schema: unknown x-ref ${kind}`);
  const known = target.known(project, place);
  if (known.includes(name) || target.accepts?.(name, project)) return undefined;
  return {
    code: `unknown-${target.title.replaceAll(' ', '-')}`,
    pointer: place.pointer,
    message: `There is no ${target.title} "${name}".`,
    fix: didYouMean(name, known),
  };
}
