import type { PropertySchema } from '../config/form.ts';
import type { Random } from './random.ts';
import { textsOf, validValue } from './values.ts';

/** A value that should break one keyword of a schema, and where. */
export interface WrongValue {
  value: unknown;
  /** The keyword as a validator reports it. */
  breaks: string;
  /** JSON pointer into the value; '' for the value itself. */
  at: string;
}

/** Generates values that break a schema in one way each. Callers must check them with the validator, because some break more. */
export function wrongValues(schema: PropertySchema, random: Random): WrongValue[] {
  const own = ownFaults(schema, random).map(([breaks, value]): WrongValue => ({ breaks, value, at: '' }));
  return [...own, ...faultsOfParts(schema, random), ...faultsOfItems(schema, random)];
}

type Fault = [keyword: string, value: unknown];

function ownFaults(schema: PropertySchema, random: Random): Fault[] {
  const faults: Fault[] = [];
  if (schema.enum) faults.push(['enum', schema.type === 'integer' || schema.type === 'number' ? 987_654 : 'noSuchCode']);
  if (schema.const !== undefined) faults.push(['const', typeof schema.const === 'boolean' ? !schema.const : `${schema.const}x`]);
  if (schema.type !== undefined) faults.push(['type', schema.type === 'string' ? 7 : 'text']);
  return [...faults, ...numberFaults(schema), ...textFaults(schema, random), ...listFaults(schema, random)];
}

function numberFaults({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: PropertySchema): Fault[] {
  const faults: Fault[] = [];
  const by = multipleOf ?? 1;
  if (minimum !== undefined) faults.push(['minimum', minimum - by]);
  if (maximum !== undefined) faults.push(['maximum', maximum + by]);
  if (exclusiveMinimum !== undefined) faults.push(['exclusiveMinimum', exclusiveMinimum]);
  if (exclusiveMaximum !== undefined) faults.push(['exclusiveMaximum', exclusiveMaximum]);
  if (multipleOf !== undefined) faults.push(['multipleOf', (minimum ?? 0) + multipleOf / 2]);
  if (type === 'integer') faults.push(['type', (minimum ?? 0) + 0.5]);
  return faults;
}

function textFaults(schema: PropertySchema, random: Random): Fault[] {
  if (schema.type !== undefined && schema.type !== 'string') return [];
  const faults: Fault[] = [];
  if (schema.format === 'date') faults.push(['format', '2026-02-30'], ['format', 'yesterday']);
  if (schema.enum || schema.const !== undefined || schema.format) return faults;
  const { minLength = 0, maxLength, pattern } = schema;
  const ofLength = (length: number) => textsOf({ ...schema, minLength: length, maxLength: length })?.text(length, random);
  if (minLength > 1) faults.push(['minLength', ofLength(minLength - 1) ?? 'a'.repeat(minLength - 1)]);
  if (maxLength !== undefined) faults.push(['maxLength', ofLength(maxLength + 1) ?? 'a'.repeat(maxLength + 1)]);
  if (pattern !== undefined) faults.push(...spoilt(validValue(schema, random), pattern, random).map((value): Fault => ['pattern', value]));
  return faults;
}

/** Changes a matching text by one character: too many, too few, or of another kind. */
function spoilt(value: unknown, pattern: string, random: Random): string[] {
  if (typeof value !== 'string') return [];
  const test = new RegExp(pattern, 'u');
  const characters = Array.from(value);
  const odd = ['!', 'x', '7', '漢', ' '];
  const tries = [
    ...odd.map((each) => value + each),
    ...odd.map((each) => each + value),
    ...odd.map((each) => [...characters.slice(0, -1), each].join('')),
    ...odd.map((each) => [each, ...characters.slice(1)].join('')),
    characters.slice(1).join(''),
    characters.slice(0, -1).join(''),
  ];
  const wrong = [...new Set(tries)].filter((each) => each.trim() !== '' && !test.test(each));
  return wrong
    .map((each) => ({ each, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ each }) => each);
}

function listFaults(schema: PropertySchema, random: Random): Fault[] {
  if (schema.type !== 'array') return [];
  const faults: Fault[] = [];
  const some = (size: number) => validValue({ ...schema, minItems: size, maxItems: size }, random);
  if (schema.minItems !== undefined && schema.minItems > 1) faults.push(['minItems', some(schema.minItems - 1)]);
  if (schema.maxItems !== undefined) faults.push(['maxItems', some(schema.maxItems + 1)]);
  return faults;
}

function faultsOfParts(schema: PropertySchema, random: Random): WrongValue[] {
  if (!schema.properties) return [];
  const whole = validValue({ ...schema, required: Object.keys(schema.properties) }, random) as Record<string, unknown>;
  const missing = (schema.required ?? []).map((name): WrongValue => {
    const { [name]: _left, ...rest } = whole;
    return { breaks: 'required', at: `/${name}`, value: rest };
  });
  const wrong = Object.entries(schema.properties).flatMap(([name, part]) =>
    wrongValues(part, random).map(({ breaks, at, value }) => ({ breaks, at: `/${name}${at}`, value: { ...whole, [name]: value } })),
  );
  return [...missing, ...wrong];
}

function faultsOfItems(schema: PropertySchema, random: Random): WrongValue[] {
  if (!schema.items) return [];
  const size = Math.max(1, schema.minItems ?? 1);
  const whole = validValue({ ...schema, minItems: size, maxItems: size }, random) as unknown[];
  return wrongValues(schema.items, random).map(({ breaks, at, value }) => ({ breaks, at: `/0${at}`, value: [value, ...whole.slice(1)] }));
}
