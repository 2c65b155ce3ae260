import { valueAt } from '../config/valueAt.ts';
import type { Answers } from '../config/definitions.ts';
import type { Release } from '../compiler/types.ts';
import { ProjectReader, type Explored } from '../explore/project.ts';
import { scopeVariables } from '../explore/scopeVariables.ts';
import { createRandom, fakeAnswers, fakeForm, faultyAnswers, interestsOf, type Random } from '../fake/index.ts';
import type { Registry } from '../config/definitions.ts';
import type { Entry } from '../compiler/project/project.ts';
import { Behaviour } from './behave.ts';
import { withValue } from '../explore/freeSearch.ts';
import type { FlowCase, FormCase, NavigationCase, Recording, ScreenCase, TableCase } from './types.ts';

export interface RecordOptions {
  seed: number;
  /** The number of cases for each kind and subject. */
  cases: number;
  today?: string;
}

/** Records how a release behaves, in cases made from its own schemas and conditions. */
export async function record(
  release: Release,
  registry: Registry,
  { seed, cases, today = '2026-03-01' }: RecordOptions,
): Promise<Recording> {
  const random = createRandom(seed);
  const explored = await new ProjectReader(registry).read(release, { random, today, budget: 0 });
  const behaviour = new Behaviour(explored.open, today);
  const walks = Array.from({ length: cases * 4 }, () => walkOf(explored, behaviour, random));
  return {
    today,
    forms: Object.keys(explored.open.forms).flatMap((form) => formCases(form, explored, behaviour, random, cases)),
    flows: walks.flatMap(({ flow, given }): FlowCase[] => [{ flow, given, path: behaviour.path(flow, given) ?? [] }]),
    tables: Object.keys(explored.open.decisionTables).flatMap((table) =>
      walks.map(({ given }): TableCase => ({ table, given, outcome: behaviour.decision(table, given) })),
    ),
    screens: explored.analysis.project.all('screen').flatMap((entry) => screenCases(entry, explored, behaviour, random, cases * 2)),
    navigation: explored.analysis.project
      .all('navigation')
      .flatMap((entry) =>
        contexts(entry, explored, random, cases * 10).map((given): NavigationCase => ({ given, go: behaviour.navigation(given) })),
      ),
  };
}

function formCases(form: string, { open }: Explored, behaviour: Behaviour, random: Random, cases: number): FormCase[] {
  const { module, schema } = open.forms[form] ?? {};
  if (!module || !schema) return [];
  const fake = fakeForm(module, schema, open.settings.constants, open.conditions);
  const surroundings = behaviour.surroundings();
  const right = (['valid', 'boundary'] as const).flatMap((kind) =>
    Array.from({ length: cases }, () => fakeAnswers(fake, { surroundings, random, kind }) ?? {}),
  );
  const wrong = Array.from({ length: cases }, () => faultyAnswers(fake, { surroundings, random })).flat();
  return [{}, ...right, ...wrong.map(({ answers }) => answers)].map((given) => ({
    form,
    given,
    ...(behaviour.form(form, given) ?? { problems: [], asks: [] }),
  }));
}

/** Answers all forms of a flow in order, sometimes without the last ones. */
function walkOf({ open, analysis }: Explored, behaviour: Behaviour, random: Random): Omit<FlowCase, 'path'> {
  const flow = random.pick(analysis.project.all('flow'));
  const given: Answers = {};
  for (const { form: id } of flow.value.steps) {
    const form = id === undefined ? undefined : open.forms[id];
    if (!form || random.chance(0.03)) continue;
    const fake = fakeForm(form.module, form.schema, open.settings.constants, open.conditions);
    const answers = fakeAnswers(fake, { surroundings: behaviour.surroundings(given), random });
    if (answers) given[form.module.id] = answers;
  }
  return { flow: flow.id, given };
}

function screenCases(entry: Entry, explored: Explored, behaviour: Behaviour, random: Random, cases: number): ScreenCase[] {
  return contexts(entry, explored, random, cases).map((given) => ({
    screen: entry.id,
    given,
    shows: behaviour.screen(entry.id, given) ?? [],
  }));
}

type Values = Record<string, unknown>;

/** Random values for everything that the expressions of a file read. */
function contexts(entry: Entry, explored: Explored, random: Random, cases: number): Values[] {
  const { analysis, known, open } = explored;
  const sites = analysis.sites(entry).expressions;
  const scope = Object.assign({}, ...sites.map((site) => analysis.scopes.at(entry, site))) as ReturnType<typeof analysis.scopes.at>;
  const interests = interestsOf(
    sites.map(({ source }) => ({ source })),
    known,
    open.conditions,
  );
  const names = Object.keys(open.settings.features);
  const features = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])), required: names };
  const variables = scopeVariables(interests, { ...scope, features }, explored);
  const empty: Values = Object.fromEntries(
    Object.keys(scope).flatMap((name) => (['constants', 'today', 'features'].includes(name) ? [] : [[name, {}]])),
  );
  const made = Array.from({ length: variables.length === 0 ? 1 : cases }, () => {
    let context = empty;
    for (const { path, cases: values, mayBeAbsent } of variables) {
      if (values.length === 0 || (mayBeAbsent && random.chance(0.25)) || !isThere(context, path.slice(0, -1))) continue;
      context = withValue(context, path, random.pick(values));
    }
    return context;
  });
  return [...new Map(made.map((context) => [JSON.stringify(context), context])).values()];
}

function isThere(context: Values, path: readonly string[]): boolean {
  return valueAt(context, path) !== undefined || path.length <= 1;
}
