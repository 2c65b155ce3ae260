import type { Kind } from './functions.ts';

/** The parts of JSON Schema that the checker reads. TypeBox schemas match. */
export interface JsonSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, object>>;
  readonly patternProperties?: Readonly<Record<string, object>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly items?: object | undefined;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly object[];
  readonly oneOf?: readonly object[];
  /** Codes that only stored answers still have. */
  readonly 'x-withdrawn'?: readonly unknown[];
  /** The condition of an answer, without which the answer is absent. */
  readonly 'x-when'?: unknown;
  readonly 'x-sensitive'?: unknown;
}

/** Named conditions. `conditions.<name>` is replaced by its expression. */
export type NamedConditions = Readonly<Record<string, string>>;

/** The schemas that an expression can read, by namespace. */
export type Scope = Readonly<Record<string, JsonSchema>>;

export interface ValueType {
  readonly kind: Kind;
  /** All possible values, if they are few and known. */
  readonly values?: readonly unknown[];
  /** The values that only stored answers still have. */
  readonly withdrawn?: readonly unknown[];
  /** Schema of an object, for its fields. */
  readonly schema?: JsonSchema;
  /** Type of a list's items or of an optional's value. */
  readonly item?: ValueType;
}

export const dyn: ValueType = { kind: 'dyn' };

/** The type of a part that already has a finding. */
export const reported: ValueType = { kind: 'dyn' };

const kinds: Readonly<Record<string, Kind>> = {
  string: 'string',
  number: 'double',
  integer: 'int',
  boolean: 'bool',
  array: 'list',
  object: 'map',
  null: 'null',
};

/** Returns the type of a schema's values; dyn if unknown. */
export function typeOfSchema(schema: unknown): ValueType {
  if (schema === null || typeof schema !== 'object') return dyn;
  const known = schema as JsonSchema;
  if (known.const !== undefined) return enumerated([known.const], known.type);
  if (known.enum) {
    const withdrawn = known['x-withdrawn'];
    return { ...enumerated(known.enum, known.type), ...(withdrawn && { withdrawn }) };
  }
  const alternatives = known.anyOf ?? known.oneOf;
  if (alternatives && known.type === undefined) return union(alternatives.map(typeOfSchema));
  const kind = typeof known.type === 'string' ? kinds[known.type] : known.properties ? 'map' : undefined;
  if (kind === 'map') return { kind, schema: known };
  if (kind === 'list') return { kind, item: typeOfSchema(known.items) };
  return kind ? { kind } : dyn;
}

/** By JSON Schema, a number of a list of values is an integer if it is whole, unless the schema says number. */
function enumerated(values: readonly unknown[], type: unknown): ValueType {
  const isDecimal = type === 'number' || values.some((value) => typeof value === 'number' && !Number.isInteger(value));
  return isDecimal && values.every((value) => typeof value === 'number') ? { kind: 'double', values } : ofValues(values);
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return Number.isInteger(value) ? 'int' : (kinds[typeof value] ?? 'dyn');
}

export function isNumber(kind: Kind): boolean {
  return kind === 'int' || kind === 'double';
}

/** Whether values of two types can be equal or stand in for each other. An unknown value is never an optional. */
export function fits(left: ValueType, right: ValueType): boolean {
  if (left.kind === right.kind || left === reported || right === reported) return true;
  return (left.kind === 'dyn' && right.kind !== 'optional') || (right.kind === 'dyn' && left.kind !== 'optional');
}

/** Returns a type with exactly these values. */
export function ofValues(values: readonly unknown[]): ValueType {
  const [first, ...rest] = values.map(kindOfValue);
  return first !== undefined && rest.every((kind) => kind === first) ? { kind: first, values } : dyn;
}

/** Returns the union of types. */
export function union(types: readonly ValueType[]): ValueType {
  const [first, ...rest] = types;
  if (!first || rest.some((each) => each.kind !== first.kind)) return dyn;
  const values = types.every((each) => each.values) ? types.flatMap((each) => each.values ?? []) : undefined;
  if (values) return { kind: first.kind, values };
  if (first.kind === 'list') return { kind: 'list', item: union(types.map((each) => each.item ?? dyn)) };
  if (first.kind === 'map') return rest.every((each) => each.schema === first.schema) ? first : { kind: 'map' };
  return { kind: first.kind };
}

export interface Field {
  type: ValueType;
  /** Can be absent: not required, conditional, or a key of an open map. */
  optional: boolean;
}

/** Returns a field of an object, or undefined if the schema has no such field. */
export function fieldOf(schema: JsonSchema | undefined, name: string): Field | undefined {
  if (!schema) return { type: dyn, optional: false };
  if (schema.properties && Object.hasOwn(schema.properties, name)) {
    const property = schema.properties[name] as JsonSchema & { 'x-when'?: unknown };
    const optional = !schema.required?.includes(name) || property['x-when'] !== undefined;
    return { type: typeOfSchema(property), optional };
  }
  const [pattern] = Object.values(schema.patternProperties ?? {});
  if (pattern !== undefined) return { type: typeOfSchema(pattern), optional: true };
  if (isOpen(schema)) return { type: typeOfSchema(schema.additionalProperties), optional: true };
  return undefined;
}

function isOpen(schema: JsonSchema): boolean {
  if (schema.additionalProperties !== undefined) return schema.additionalProperties !== false;
  return schema.properties === undefined;
}

export function fieldNames(schema: JsonSchema | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
}

const names: Readonly<Record<Kind | 'number', string>> = {
  bool: 'a boolean',
  string: 'a text',
  int: 'a whole number',
  double: 'a decimal number',
  number: 'a number',
  list: 'a list',
  map: 'an object',
  null: 'null',
  optional: 'an optional value',
  dyn: 'any value',
};

export function describeKind(kind: Kind | 'number'): string {
  return names[kind];
}
