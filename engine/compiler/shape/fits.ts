import { isPlainObject } from '../../form/empty.ts';
import { stableJson } from '../../form/hash.ts';
import type { Schema } from './metaSchemas.ts';

type Test = (value: unknown) => boolean;

/** What a keyword asks, from its argument, the schema it stands in, and how schemas within are read. */
type Keyword = (argument: never, schema: Schema, read: (schema: unknown) => Test) => Test;

/**
 * Whether a value fits a meta-schema, and no more: no code is made for it, which took ajv a quarter of a `check`. Nearly every
 * value of a configuration fits; of one that does not, ajv tells why.
 *
 * @throws Error for a keyword that it does not know: meta-schemas are ours
 */
export function fitTest(schema: Schema): Test {
  const definitions = (schema['$defs'] ?? {}) as Record<string, unknown>;
  const known = new Map<string, Test>();
  const read = (part: unknown): Test => {
    if (typeof part === 'boolean') return () => part;
    const { $ref: reference, ...own } = part as Schema;
    const tests = Object.entries(own).flatMap(([name, argument]) => {
      if (isRemark(name)) return [];
      const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
      if (!keyword) throw new Error(`meta-schemas do not say ${name}`);
      return [keyword(argument as never, own, read)];
    });
    return every(typeof reference === 'string' ? [referred(reference), ...tests] : tests);
  };
  /** Read when it is asked for: a definition may hold itself. */
  const referred = (reference: string): Test => {
    const name = reference.replace('#/$defs/', '');
    return (value) => {
      const test = known.get(name) ?? read(definitions[name]);
      known.set(name, test);
      return test(value);
    };
  };
  return read(schema);
}

const remarks = new Set(['$defs', 'title', 'description', 'default']);
const isRemark = (name: string): boolean => name.startsWith('x-') || remarks.has(name);

function every(tests: readonly Test[]): Test {
  const [first, second, ...rest] = tests;
  if (!first) return () => true;
  if (!second) return first;
  return rest.length === 0 ? (value) => first(value) && second(value) : (value) => tests.every((test) => test(value));
}

const types: Readonly<Record<string, Test>> = {
  object: isPlainObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
};

/** Tests of values of one type; what is of another type is no matter of the keyword. */
const ofText =
  (test: (text: string) => boolean): Test =>
  (value) =>
    typeof value !== 'string' || test(value);
const ofNumber =
  (test: (number: number) => boolean): Test =>
  (value) =>
    typeof value !== 'number' || test(value);
const ofList =
  (test: (list: readonly unknown[]) => boolean): Test =>
  (value) =>
    !Array.isArray(value) || test(value);
const ofObject =
  (test: (object: Schema) => boolean): Test =>
  (value) =>
    !isPlainObject(value) || test(value);

/** JSON Schema counts characters, not UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;

const keywords: Readonly<Record<string, Keyword>> = {
  type: (name: string) => types[name] ?? (() => false),
  const: (expected: unknown) => (value) => stableJson(value) === stableJson(expected),
  enum: (members: readonly unknown[]) => (value) => members.includes(value),
  pattern: (source: string) => {
    const pattern = new RegExp(source, 'u');
    return ofText((text) => pattern.test(text));
  },
  minLength: (least: number) => ofText((text) => lengthOf(text) >= least),
  maxLength: (most: number) => ofText((text) => lengthOf(text) <= most),
  minimum: (least: number) => ofNumber((number) => number >= least),
  maximum: (most: number) => ofNumber((number) => number <= most),
  exclusiveMinimum: (bound: number) => ofNumber((number) => number > bound),
  exclusiveMaximum: (bound: number) => ofNumber((number) => number < bound),
  minItems: (least: number) => ofList((list) => list.length >= least),
  maxItems: (most: number) => ofList((list) => list.length <= most),
  uniqueItems: (isAsked: boolean) => ofList((list) => !isAsked || new Set(list.map(stableJson)).size === list.length),
  items: (schema: unknown, _, read) => {
    const item = read(schema);
    return ofList((list) => list.every(item));
  },
  anyOf: (schemas: readonly unknown[], _, read) => {
    const tests = schemas.map(read);
    return (value) => tests.some((test) => test(value));
  },
  required: (names: readonly string[]) => ofObject((object) => names.every((name) => Object.hasOwn(object, name))),
  minProperties: (least: number) => ofObject((object) => Object.keys(object).length >= least),
  maxProperties: (most: number) => ofObject((object) => Object.keys(object).length <= most),
  properties: (schemas: Schema, _, read) => {
    const tests = Object.entries(schemas).map(([name, schema]) => [name, read(schema)] as const);
    return ofObject((object) => tests.every(([name, test]) => !Object.hasOwn(object, name) || test(object[name])));
  },
  patternProperties: (schemas: Schema, _, read) => {
    const tests = Object.entries(schemas).map(([pattern, schema]) => [new RegExp(pattern, 'u'), read(schema)] as const);
    return ofObject((object) =>
      Object.entries(object).every(([name, value]) => tests.every(([pattern, test]) => !pattern.test(name) || test(value))),
    );
  },
  additionalProperties: (schema: unknown, { properties = {}, patternProperties = {} }, read) => {
    const patterns = Object.keys(patternProperties as Schema).map((pattern) => new RegExp(pattern, 'u'));
    const isNamed = (name: string) => Object.hasOwn(properties as Schema, name) || patterns.some((pattern) => pattern.test(name));
    const test = read(schema);
    return ofObject((object) => Object.entries(object).every(([name, value]) => isNamed(name) || test(value)));
  },
};
