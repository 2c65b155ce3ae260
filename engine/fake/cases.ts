import type { PropertySchema } from '../config/form.ts';
import { addDays, addYears } from '../config/days.ts';
import type { Interest } from './interest.ts';
import type { Random } from './random.ts';
import { boundaryValues, textsOf, validValue } from './values.ts';

export interface CaseOptions {
  today: string;
  random: Random;
  /** Whether the form's validator accepts a value. */
  fits: (value: unknown) => boolean;
}

/**
 * Returns one value of an answer for each class that the expressions distinguish: compared values and their neighbours, enum members,
 * sizes, days. Returns only values that fit, and a single plain value if no expression reads the answer.
 */
export function casesOf(schema: PropertySchema, interest: Interest | undefined, { today, random, fits }: CaseOptions): unknown[] {
  const found = new Map<string, unknown>();
  const add = (value: unknown): void => {
    if (value !== undefined && fits(value)) found.set(JSON.stringify(value), value);
  };
  for (const value of tellingApart(schema, interest, today, random)) add(value);
  if (interest && schema.enum) for (const value of membersOf(schema.enum, interest)) add(value);
  if (interest && schema.type === 'boolean') for (const value of [true, false]) add(value);
  const isOrdered = interest !== undefined && (interest.bounds.size > 0 || interest.opaque || interest.peers.size > 0);
  if (isOrdered && !schema.enum) for (const value of boundaryValues(schema, random)) add(value);
  const literals: ReadonlySet<unknown> = interest?.literals ?? new Set();
  const hasOther = () => [...found.values()].some((value) => !literals.has(value));
  if (!schema.enum || !interest) for (let tries = 0; tries === 0 || (tries < 5 && !hasOther()); tries++) add(validValue(schema, random));
  return [...found.values()];
}

/** The members that an expression compares with, and one for all others. */
function membersOf(members: readonly unknown[], interest: Interest): unknown[] {
  const literals: ReadonlySet<unknown> = interest.literals;
  if (interest.opaque || interest.peers.size > 0 || interest.bounds.size > 0 || interest.patterns.size > 0) return [...members];
  const compared = members.filter((member) => literals.has(member));
  const rest = members.find((member) => !literals.has(member));
  return rest === undefined ? compared : [...compared, rest];
}

function* tellingApart(schema: PropertySchema, interest: Interest | undefined, today: string, random: Random): Generator {
  if (!interest) return;
  yield* interest.literals;
  // In addition to compared values, a different one.
  for (const literal of interest.literals) if (typeof literal === 'number') yield* around(literal, schema);
  for (const bound of interest.bounds) yield* typeof bound === 'number' ? around(bound, schema) : textsAround(bound, schema);
  for (const age of interest.ages) {
    for (const years of [age - 1, age, age + 1]) yield* [addYears(today, -years), addDays(addYears(today, -years), 1)];
  }
  for (const days of interest.days) for (const off of [-1, 0, 1]) yield addDays(today, days + off);
  for (const size of interest.sizes) for (const length of [size - 1, size, size + 1]) yield ofSize(schema, length, random);
  for (const pattern of interest.patterns) yield* textsLike(pattern, schema, random);
  if (interest.patterns.size > 0) for (let tries = 0; tries < 3; tries++) yield validValue(schema, random);
}

function around(bound: number, { type, multipleOf }: PropertySchema): number[] {
  const by = multipleOf ?? (type === 'integer' ? 1 : 0.5);
  return [bound - by, bound, bound + by];
}

function textsAround(bound: string, { format }: PropertySchema): string[] {
  return format === 'date' ? [-1, 0, 1].map((days) => addDays(bound, days)) : [bound, `${bound}0`, bound.slice(0, -1)];
}

function ofSize(schema: PropertySchema, size: number, random: Random): unknown {
  if (size < 0) return undefined;
  if (schema.type === 'array') return validValue({ ...schema, minItems: size, maxItems: size }, random);
  return textsOf({ ...schema, minLength: size, maxLength: size })?.text(size, random);
}

/** Texts that match a pattern of a rule. The caller's `fits` checks the schema. */
function textsLike(pattern: string, { maxLength }: PropertySchema, random: Random): (string | undefined)[] {
  const texts = textsOf({ pattern, ...(maxLength !== undefined && { maxLength }) });
  const ends = texts ? [...new Set([texts.lengths[0], texts.lengths.at(-1)])] : [];
  return ends.flatMap((length) => (length === undefined ? [] : [texts?.text(length, random), texts?.text(length, random)]));
}
