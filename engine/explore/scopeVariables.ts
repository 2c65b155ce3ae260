import { casesOf, type Interest, type Interests } from '../fake/index.ts';
import type { PropertySchema } from '../config/form.ts';
import { schemaAt, type JsonSchema, type SchemaFound, type Scope } from '../expression/index.ts';
import type { Explored } from './project.ts';
import { distinct, type Variable } from './variables.ts';

/**
 * Creates variables for the paths that expressions outside forms read, with cases from the scope's schemas. A nested path comes
 * after its parent. Objects have one case, and their parts have more.
 */
export function scopeVariables(interests: Interests, scope: Scope, explored: Explored): Variable[] {
  const paths = [...interests.keys()].filter((path) => !path.includes('[]') && path.includes('.')).map((path) => path.split('.'));
  const all = new Map(paths.flatMap((path) => path.map((_, length) => path.slice(0, length + 1))).map((path) => [path.join('.'), path]));
  const known = [...all.values()].filter((path) => path.length > 1).sort((a, b) => a.length - b.length);
  return known.flatMap((path) => {
    const found = schemaAt(scope, path);
    const isObject = [...all.keys()].some((other) => other.startsWith(`${path.join('.')}.`));
    return found ? [variableOf(path, found, interests.get(path.join('.')), isObject, explored)] : [unknown(path)];
  });
}

/** A path without a known schema, so its value can be anything. */
const unknown = (path: readonly string[]): Variable => ({ path, cases: [], mayBeAbsent: true, isExact: false });

function variableOf(
  path: readonly string[],
  found: SchemaFound,
  interest: Interest | undefined,
  isObject: boolean,
  { random, today }: Explored,
): Variable {
  const { schema, mayBeAbsent } = found;
  if (isObject || schema.type === 'object') return { path, cases: [{}], mayBeAbsent, isExact: isObject || interest?.opaque === false };
  const property = simplified(schema);
  const fits = (value: unknown): boolean => fitsSimply(property, value);
  const cases = distinct(casesOf(property, interest, { today, random, fits }));
  const isExact =
    interest !== undefined && !interest.opaque && interest.peers.size === 0 && interest.patterns.size === 0 && cases.length > 0;
  return { path, cases, mayBeAbsent, isExact };
}

/** TypeBox writes an enumeration as a union of constants. */
function simplified(schema: JsonSchema): PropertySchema {
  const constants = schema.anyOf?.map((each: JsonSchema) => each.const);
  if (constants && constants.length > 0 && constants.every((each) => each !== undefined)) return { enum: constants as string[] };
  return schema as PropertySchema;
}

function fitsSimply(schema: PropertySchema, value: unknown): boolean {
  const { enum: codes }: { enum?: readonly unknown[] } = schema;
  if (codes) return codes.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  if (typeof value === 'number') {
    if (schema.type === 'integer' && !Number.isInteger(value)) return false;
    return (
      value >= (schema.minimum ?? -Infinity) &&
      value <= (schema.maximum ?? Infinity) &&
      (schema.type === 'number' || schema.type === 'integer')
    );
  }
  const type = Array.isArray(value) ? 'array' : typeof value;
  return schema.type === undefined || schema.type === type;
}
