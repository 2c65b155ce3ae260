import type { PropertySchema } from '../config/form.ts';
import { addDays } from '../config/days.ts';
import { offeredCodes } from '../form/withdrawn.ts';
import { patternTexts, type PatternTexts } from './patternText.ts';
import type { Random } from './random.ts';

/** A typical date; random dates are offsets from it. */
const someDay = '1990-06-15';
const daySpread = 9000;
const longestFreeText = 12;
const moreItems = 2;
const optionalPart = 0.6;

/** Generates a value that matches a bundled schema, or undefined if none was found. */
export function validValue(schema: PropertySchema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(offeredCodes(schema));
  if (schema.anyOf) return validValue({ ...schema, anyOf: undefined, ...random.pick(schema.anyOf) } as PropertySchema, random);
  switch (schema.type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return random.pick(numbersOf(schema, random));
    case 'array':
      return list(
        schema,
        random,
        random.int(schema.minItems ?? 0, Math.min(schema.maxItems ?? Infinity, (schema.minItems ?? 0) + moreItems)),
      );
    case 'object':
      return object(schema, random, () => random.chance(optionalPart));
    default:
      return text(schema, random, 'any');
  }
}

/** Generates values at the limits: shortest and longest, minimum and maximum, every member. */
export function boundaryValues(schema: PropertySchema, random: Random): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return offeredCodes(schema);
  if (schema.anyOf)
    return schema.anyOf.flatMap((each) => boundaryValues({ ...schema, anyOf: undefined, ...each } as PropertySchema, random));
  switch (schema.type) {
    case 'boolean':
      return [false, true];
    case 'integer':
    case 'number':
      return edgesOf(schema);
    case 'array':
      return [schema.minItems ?? 0, Math.min(schema.maxItems ?? Infinity, (schema.minItems ?? 0) + moreItems)].map((size) =>
        list(schema, random, size),
      );
    case 'object':
      return [object(schema, random, () => false), object(schema, random, () => true)];
    default:
      return [text(schema, random, 'shortest'), text(schema, random, 'longest')].filter((value) => value !== undefined);
  }
}

function object({ properties = {}, required = [] }: PropertySchema, random: Random, withOptional: () => boolean): Record<string, unknown> {
  const parts = Object.entries(properties).filter(([name]) => required.includes(name) || withOptional());
  const made = parts.flatMap(([name, schema]) => {
    const value = validValue(schema, random);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(made);
}

function list(schema: PropertySchema, random: Random, size: number): unknown[] {
  const items: unknown[] = [];
  for (let tries = 0; items.length < size && tries < size * 10; tries++) {
    const item = validValue(schema.items ?? {}, random);
    const isTwice = schema.uniqueItems === true && items.some((each) => JSON.stringify(each) === JSON.stringify(item));
    if (item !== undefined && !isTwice) items.push(item);
  }
  return items;
}

function step({ type, multipleOf }: PropertySchema): number {
  return multipleOf ?? (type === 'integer' ? 1 : 0.5);
}

/** The reachable minimum and maximum. */
function edgesOf(schema: PropertySchema): number[] {
  const by = step(schema);
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + by);
  const most = schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - by);
  const from = least === undefined ? (most === undefined ? 0 : most - by * 100) : Math.ceil(least / by) * by;
  const to = most === undefined ? from + by * 100 : Math.floor(most / by) * by;
  return from === to ? [from] : [from, to];
}

function numbersOf(schema: PropertySchema, random: Random): number[] {
  const [from = 0, to = from] = edgesOf(schema);
  const by = step(schema);
  return [from, to, from + by * random.int(0, Math.floor((to - from) / by))];
}

type Length = 'any' | 'shortest' | 'longest';

function text(schema: PropertySchema, random: Random, length: Length): string | undefined {
  if (schema.format === 'date') return addDays(someDay, random.int(-daySpread, daySpread));
  const texts = textsOf(schema);
  if (!texts) return undefined;
  const { lengths } = texts;
  const usual = lengths.filter((each) => each <= Math.max(lengths[0] ?? 0, longestFreeText));
  const wanted = length === 'shortest' ? lengths[0] : length === 'longest' ? lengths.at(-1) : random.pick(usual);
  return wanted === undefined ? undefined : texts.text(wanted, random);
}

const anyText = '^[A-Za-z][A-Za-z0-9 ]*$';
const plans = new Map<string, PatternTexts | undefined>();

/** Returns the non-empty texts of a schema. An empty text is not an answer. */
export function textsOf({ pattern = anyText, minLength = 0, maxLength = 200 }: PropertySchema): PatternTexts | undefined {
  const key = JSON.stringify([pattern, minLength, maxLength]);
  if (!plans.has(key)) plans.set(key, patternTexts(pattern, { minLength: Math.max(1, minLength), maxLength }));
  return plans.get(key);
}
