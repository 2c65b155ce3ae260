import { checkExpression, type NamedConditions } from '../expression/index.ts';
import type { FormSchema } from '../config/form.ts';
import type { Screen } from '../config/screen.ts';
import { attached } from './attached.ts';
import type { BundledForm } from './forms/bundle.ts';
import type { Entry, Project } from './project/project.ts';
import { placeOfSubFlow } from './project/subFlows.ts';
import { screensNeeds, type ScreenNeeds } from './names/screens.ts';
import type { Sites } from './names/walk.ts';
import type { Memo } from './memo.ts';
import { formModule } from './release/formModule.ts';
import { type StandaloneValidators, standaloneValidators } from './release/validators.ts';
import { createScopes, type Scopes } from './scopes/scopes.ts';

/** State shared by the stages that run after reading. Those stages only add findings. */
export interface Analysis {
  project: Project;
  forms: ReadonlyMap<string, BundledForm>;
  conditions: NamedConditions;
  scopes: Scopes;
  sites: (entry: Entry) => Sites;
  memo: Memo;
  needs: (screen: Entry<Screen>) => ScreenNeeds;
  /** An identity token. It is replaced when a file that determines the types of names in other files changes. */
  typing: object;
  /** The form's ES module, or undefined if the form has no layout. */
  formModule: (form: string) => string | undefined;
  /** The inputs of the form's module, or undefined if it has none. */
  moduleInputs: (form: string) => readonly [BundledForm['schema'], readonly string[], ...unknown[]] | undefined;
  /** Caches the result of a check on one file. The result may depend only on the file, the types of names, and `also`. */
  ofEntry: <T>(check: string, entry: Entry, compute: () => T, also?: readonly unknown[]) => T;
  /** The results of a check of each file, as one list. */
  ofEach: <T>(check: string, entries: readonly Entry[], compute: (entry: Entry) => readonly T[], also?: readonly unknown[]) => T[];
  /** Like `ofEntry`, for a result that depends on several files. */
  ofEntries: <T>(name: string, entries: readonly [Entry, ...Entry[]], compute: () => T) => T;
  /** The validators of a form. */
  validators: (form: BundledForm['schema']) => StandaloneValidators;
  /** The other forms whose answers this form's expressions read. */
  formsReadBy: (form: string) => string[];
}

export function analyse(project: Project, forms: ReadonlyMap<string, BundledForm>, sites: (entry: Entry) => Sites, memo: Memo): Analysis {
  const conditions = project.one('conditions')?.value.conditions ?? none;
  const flows = memo.of('flows', project.all('flow'), () => ({}));
  const needs = screensNeeds({ sites, project, forms, flows, memo });
  const scopes = createScopes(project, forms, conditions, needs);
  const validators = (schema: BundledForm['schema']) => validatorsOf(schema, memo);
  const typing = memo.of(
    'typing',
    [
      project.lacksSteps,
      ...project.entries.filter(({ kind }) => typingKinds.has(kind)),
      ...[...forms.values()].map(({ schema }) => typesOf(schema)),
    ],
    () => ({}),
  );
  const broken = project.brokenIn('');
  const ids = memo.of('ids of forms', project.knownIds('form'), () => ({}));
  const findInputs = (entry: Entry): unknown[] => [
    conditions,
    broken,
    project.lacksSteps,
    ids,
    ...scopes.inputsOf(entry),
    ...sites(entry).references.flatMap(({ target, name }) => (target === 'form' ? [forms.get(name)?.schema] : [])),
    // A migration must not read guest answers, and the flows define which answers those are.
    ...(entry.kind === 'carryOver' ? [flows] : []),
    // The scope of a sub-flow depends on its position in its flow.
    ...(entry.kind === 'subFlow' ? [placeOfSubFlow(entry.id, project)?.flow] : []),
  ];
  const known = new Map<Entry, object>();
  /** An identity token, replaced when an input of the file's checks changes. Looked up once, because many checks need it. */
  const inputsOf = (entry: Entry): object => {
    const found = known.get(entry) ?? memo.about(entry, 'inputs', findInputs(entry), () => ({}));
    known.set(entry, found);
    return found;
  };
  const state = memo.of('state', [typing, conditions, broken], () => ({}));
  const ofEntry = <T>(check: string, entry: Entry, compute: () => T, also: readonly unknown[] = []): T =>
    memo.hinted(entry, check, [state, ...also], () => [inputsOf(entry), ...also], compute);
  const ofEach: Analysis['ofEach'] = (check, entries, compute, also = []) =>
    memo.each(check, entries, [state, ...also], (entry) => ofEntry(check, entry, () => compute(entry), also));
  const ofEntries = <T>(name: string, entries: readonly [Entry, ...Entry[]], compute: () => T): T =>
    memo.hinted(entries[0], name, [state, ...entries], () => entries.map(inputsOf), compute);
  const moduleInputs: Analysis['moduleInputs'] = (id) => {
    const schema = forms.get(id)?.schema;
    const order = project.get('formUi', id)?.value.order;
    // The expressions of a form may name conditions of the unreadable file.
    if (!schema || !order || project.isBroken('conditions')) return undefined;
    const entry = project.get('form', id);
    return [schema, order, entry && inputsOf(entry)];
  };
  return {
    project,
    forms,
    conditions,
    scopes,
    sites,
    memo,
    needs,
    typing,
    ofEntry,
    ofEach,
    ofEntries,
    validators,
    moduleInputs,
    formModule(id) {
      const inputs = moduleInputs(id);
      if (!inputs) return undefined;
      const [schema, order] = inputs;
      const generate = () => formModule(schema, validators(schema), order, conditions, (scope) => scopes.ofOwner(id, scope));
      return memo.hinted(schema, 'module', [order, state], () => inputs, generate);
    },
    formsReadBy(id) {
      const entry = project.get('form', id);
      if (!entry) return [];
      return ofEntry('forms read', entry, () => formsReadIn(entry, { sites, scopes, conditions, forms }));
    },
  };
}

/** The other forms whose answers a form's expressions read. */
function formsReadIn(
  entry: Entry,
  { sites, scopes, conditions, forms }: Pick<Analysis, 'sites' | 'scopes' | 'conditions' | 'forms'>,
): string[] {
  const read = sites(entry).expressions.flatMap((site) => {
    const { reads } = checkExpression(site.source, scopes.at(entry, site), site.expected, conditions);
    return reads.flatMap(([namespace]) => (namespace !== undefined && namespace !== entry.id && forms.has(namespace) ? [namespace] : []));
  });
  return [...new Set(read)].sort();
}

function validatorsOf(schema: BundledForm['schema'], memo: Memo): StandaloneValidators {
  const { id, properties, required } = schema;
  const compile = () => standaloneValidators({ id, properties, ...(required && { required }) });
  return memo.about(schema, 'validators', [], compile);
}

/** Kinds of files, other than forms, that determine the types of names in other files. */
const typingKinds: ReadonlySet<string> = new Set(['enum', 'format', 'flow', 'subFlow', 'settings']);

/** Keywords that limit an answer without changing its type. A field of the same name has an object as its value. */
const limits: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'pattern']);

/** The part of a form that determines the types of its answers, as text. */
const typesOf = attached(({ examples: _examples, $comment: _comment, ...relevant }: FormSchema): string =>
  JSON.stringify(relevant, (key, value: unknown) => (limits.has(key) && typeof value !== 'object' ? undefined : value)),
);

const none: NamedConditions = {};
