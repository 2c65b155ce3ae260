import { caseDay, contextOf, outcomeOf, type Surrounding } from '../compiler/cases/outcome.ts';
import { evaluator } from '../conditions/evaluate.ts';
import { fieldsIn } from '../conditions/paths.ts';
import { scopeOfFields } from '../conditions/scope.ts';
import type { Field } from '../conditions/vocabulary.ts';
import type { Cases, Given } from '../config/cases.ts';
import type { PropertySchema } from '../config/form.ts';
import type { NamedConditions } from '../expression/index.ts';
import type { Variable } from '../explore/variables.ts';
import { casesOf, createRandom, interestsOf, knownOf } from '../fake/index.ts';
import { fewest, type Tried } from './choose.ts';
import { contextsOf } from './contexts.ts';
import { shortened } from './shorten.ts';
import { nearMisses } from './variants.ts';

interface Asked extends Surrounding {
  source: string;
  named: NamedConditions;
  /** The fields that the condition can read. */
  fields: readonly Field[];
}

/**
 * Generates cases for a condition that somebody is editing, when only its fields are known: data for which it holds, data for which it does
 * not hold, and near misses. Generates no code from text. `makeCases` does the same with the whole configuration.
 *
 * @returns none if the source is not a valid condition yet
 */
export function exampleCases({ source, named, fields, ...surrounding }: Asked): Cases['cases'][string] {
  const scope = scopeOfFields(fields);
  const sources = [source, ...nearMisses(source)];
  const [own, ...others] = sources.map((each) => evaluator(each, named, scope));
  if (!own) return {};
  const expressions = [own, ...others.filter((each) => each !== undefined)];
  const attempt = (given: Given): Tried => ({
    given,
    outcomes: expressions.map((expression) => outcomeOf(expression, 'bool', contextOf(given, scope, surrounding))),
  });
  const interests = interestsOf(
    sources.map((each) => ({ source: each })),
    knownOf(surrounding.constants),
    named,
  );
  const read = fieldsIn(source, named).flatMap((path) => fields.find((field) => field.path === path) ?? []);
  const { constants } = surrounding;
  // A case includes the constants, so that it stays valid when they change.
  const figures = Object.fromEntries([...source.matchAll(/\bconstants\.(\w+)/g)].map(([path, name = '']) => [path, constants[name]]));
  const random = createRandom(1);
  const variables = read.map((field): Variable => ({
    path: field.path.split('.'),
    cases: casesOf(schemaOf(field), interests.get(field.path), { today: caseDay, random, fits: () => true }),
    mayBeAbsent: field.isOptional === true,
    isExact: false,
  }));
  // A case without answers shows little, so keep the values that the condition reads.
  const kept = new Set([...Object.keys(figures), ...read.filter(({ isOptional }) => !isOptional).map(({ path }) => path)]);
  const tried = contextsOf(variables).map((given) => attempt({ ...figures, ...given }));
  const chosen = fewest(tried, []).map((each) => shortened(each, attempt, kept));
  const byOutcome = Map.groupBy(chosen, ({ outcomes: [outcome = ''] }) => outcome);
  return Object.fromEntries([...byOutcome].map(([outcome, all]) => [outcome, all.map(({ given }) => given)]));
}

const types = {
  text: 'string',
  day: 'string',
  whole: 'integer',
  decimal: 'number',
  yesNo: 'boolean',
  list: 'array',
  any: 'string',
} as const;

const schemaOf = ({ kind, options }: Field): PropertySchema => ({
  type: types[kind],
  ...(kind === 'day' && { format: 'date' }),
  ...(options && { enum: options.map(({ value }) => value) }),
});
