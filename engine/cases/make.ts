import type { Cases, Given } from '../config/cases.ts';
import { contextOf, outcomeOf, type Surrounding } from '../compiler/cases/outcome.ts';
import { subjectsOf, type Subject } from '../compiler/cases/subjects.ts';
import type { Entry } from '../compiler/project/project.ts';
import { expressionModule } from '../compiler/release/expressionModule.ts';
import { loadExpressions } from '../compiler/release/loadPart.ts';
import type { Explored } from '../explore/project.ts';
import { scopeVariables } from '../explore/scopeVariables.ts';
import { distinct, type Variable } from '../explore/variables.ts';
import { checkExpression, type Scope } from '../expression/index.ts';
import { createRandom, interestsOf, type Interests, type Random } from '../fake/index.ts';
import type { Expressions } from '../flow/load.ts';
import { hashAnswers } from '../form/hash.ts';
import type { Expression } from '../form/types.ts';
import { fewest, type Tried } from './choose.ts';
import { contextsOf } from './contexts.ts';
import { shortened } from './shorten.ts';
import { nearMisses } from './variants.ts';

/** Longer cases are unreadable and are dropped. */
const maxCaseLength = 240;

/**
 * Generates cases for every deciding expression of a file. The outcomes are those of the current configuration.
 *
 * @param before the existing cases; those that are still valid stay, so that nobody's work is lost
 */
export async function makeCases(entry: Entry, explored: Explored, before: Cases['cases'] = {}): Promise<Cases['cases']> {
  const all: Cases['cases'] = {};
  for (const subject of subjectsOf(entry, explored.analysis.sites(entry))) {
    const chosen = await casesOf(subject, entry, explored, before[subject.name] ?? {});
    const byOutcome = Object.groupBy(chosen, ({ outcomes: [own = ''] }) => own) as Record<string, Tried[]>;
    const sorted = Object.entries(byOutcome).toSorted(([a], [b]) => (a < b ? 1 : -1));
    if (sorted.length > 0) all[subject.name] = Object.fromEntries(sorted.map(([own, tried]) => [own, tried.map(({ given }) => given)]));
  }
  return all;
}

async function casesOf({ name, site }: Subject, entry: Entry, whole: Explored, before: Cases['cases'][string]): Promise<Tried[]> {
  const explored = { ...whole, random: randomOf(entry.document.path, name) };
  const { analysis, open } = explored;
  const scope = analysis.scopes.at(entry, site);
  const written = inlined(site.source, analysis.conditions);
  const isSound = (source: string) => checkExpression(source, scope, site.expected, {}, site.assumed).findings.length === 0;
  const sources = [written, ...nearMisses(written).filter(isSound)];
  const code = await load(sources, scope);
  const { constants, features } = open.settings;
  const surrounding: Surrounding = { constants, features };
  const attempt = (given: Given): Tried => {
    const context = contextOf(given, scope, surrounding);
    return { given, outcomes: sources.map((source) => outcomeOf(code[source] as Expression, site.expected, context)) };
  };
  // The case includes the constants, so that it stays valid when they change.
  const figures = Object.fromEntries([...written.matchAll(/\bconstants\.(\w+)/g)].map(([path, name = '']) => [path, constants[name]]));
  const tried = contextsOf(variablesOf(sources, scope, explored)).map((given) => attempt({ ...figures, ...given }));
  const kept = Object.entries(before).flatMap(([outcome, all]) => all.map(attempt).filter(({ outcomes: [own] }) => own === outcome));
  const fixed = new Set(Object.keys(figures));
  const added = fewest(tried, kept).map((each) => shortened(each, attempt, fixed));
  return [...kept, ...added.filter(isReadable)];
}

const isReadable = ({ given }: Tried): boolean => JSON.stringify(given).length <= maxCaseLength;

/** Each expression has its own random stream, so that other changes in the configuration do not change its cases. */
const randomOf = (...place: string[]): Random => createRandom(Number.parseInt(hashAnswers(place).slice(0, 8), 16));

/** Inlines named conditions. */
function inlined(source: string, conditions: Readonly<Record<string, string>>, depth = 0): string {
  if (depth > 5) return source;
  return source.replaceAll(/\bconditions\.(\w+)/g, (whole, name: string) =>
    Object.hasOwn(conditions, name) ? `(${inlined(conditions[name] ?? '', conditions, depth + 1)})` : whole,
  );
}

/** The number of random lists to try. */
const listTries = 8;

function variablesOf(sources: readonly string[], scope: Scope, explored: Explored): Variable[] {
  const { known, open } = explored;
  const readers = sources.map((source) => ({ source }));
  const interests = interestsOf(readers, known, open.conditions);
  const all = { ...scope, features: switchesOf(explored) };
  const made = Array.from({ length: listTries }, () => scopeVariables(interests, all, explored));
  const merged = (made[0] ?? []).map((variable, index) => {
    const hasLists = variable.cases.some((each) => Array.isArray(each));
    return hasLists ? { ...variable, cases: distinct(made.flatMap((each) => each[index]?.cases ?? [])) } : variable;
  });
  return withPeers(merged, interests).filter(({ path: [name] }) => name !== 'constants');
}

/** Adds cases in which compared values are equal. */
function withPeers(variables: readonly Variable[], interests: Interests): Variable[] {
  return variables.map((variable) => {
    const peers = interests.get(variable.path.join('.'))?.peers ?? new Set();
    const theirs = variables.filter(({ path }) => peers.has(path.join('.'))).flatMap(({ cases }) => cases);
    return { ...variable, cases: distinct([...variable.cases, ...theirs]) };
  });
}

function switchesOf({ open }: Explored): Scope[string] {
  const names = Object.keys(open.settings.features);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])), required: names };
}

async function load(sources: readonly string[], scope: Scope): Promise<Expressions> {
  const placed = sources.map((source) => ({ source, scope }));
  const body = expressionModule(placed, {});
  if (body === undefined) return {};
  return loadExpressions(body);
}
