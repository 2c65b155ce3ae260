import { isPlainObject } from '../../../../engine/form/empty.ts';
import { pointerToPath } from '../../../../engine/compiler/project/document.ts';

/** A meta-schema as the server sends it: plain JSON Schema with the annotations of engine/config/annotations.ts. */
export interface Schema {
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
  type?: string;
  title?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  if?: Schema;
  then?: Schema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  pattern?: string;
  'x-cel'?: string;
  'x-ref'?: string;
  'x-text'?: true;
  'x-blocks'?: true;
}

export type Values = Readonly<Record<string, unknown>>;

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Whether a value matches a branch by its type, its codes and its required properties. */
export function fits(value: unknown, schema: Schema): boolean {
  if (schema.const !== undefined && value !== schema.const) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  const type = typeOf(value);
  if (schema.type !== undefined && schema.type !== type && !(schema.type === 'number' && type === 'integer')) return false;
  if (!isPlainObject(value)) return true;
  if (!(schema.required ?? []).every((key) => Object.hasOwn(value, key))) return false;
  return Object.entries(schema.properties ?? {}).every(
    ([key, { const: code }]) => code === undefined || !Object.hasOwn(value, key) || value[key] === code,
  );
}

export const deref = (schema: Schema, root: Schema): Schema =>
  schema.$ref?.startsWith('#/$defs/') ? (root.$defs?.[schema.$ref.slice('#/$defs/'.length)] ?? {}) : schema;

export const isChoiceOfCodes = (branches: readonly Schema[]): boolean => branches.every((branch) => branch.const !== undefined);

/** The effective schema of a value: follows references, chooses the branch, and adds the parts that depend on the value. */
export function resolved(value: unknown, schema: Schema, root: Schema): Schema {
  const actual = deref(schema, root);
  const branches = actual.oneOf ?? actual.anyOf;
  if (branches && !isChoiceOfCodes(branches)) {
    const chosen = branches.map((branch) => deref(branch, root)).find((branch) => fits(value, branch));
    return chosen ? resolved(value, chosen, root) : actual;
  }
  const added = (actual.allOf ?? []).filter((each) => each.if && each.then && fits(value, each.if)).map((each) => each.then?.properties);
  return added.length > 0 ? { ...actual, properties: Object.assign({}, actual.properties, ...added) } : actual;
}

/** The schema of a property or an item. */
export function childSchema(schema: Schema, key: string): Schema | undefined {
  if (schema.items) return schema.items;
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  const [pattern] = Object.values(schema.patternProperties ?? {});
  return pattern ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
}

/** The schema at a pointer. */
export function schemaAt(root: Schema, value: unknown, pointer: string): Schema | undefined {
  let [schema, here] = [resolved(value, root, root), value];
  for (const key of pointerToPath(pointer)) {
    const next = childSchema(schema, key);
    if (!next) return undefined;
    here = (here as Values | undefined)?.[key];
    schema = resolved(here, next, root);
  }
  return schema;
}

export interface Site {
  value: unknown;
  schema: Schema;
  pointer: string;
}

/** Visits a value and everything inside it, with their schemas. If `visit` returns false, its content is skipped. */
export function walk(site: Site, root: Schema, visit: (site: Site) => boolean | void): void {
  const schema = resolved(site.value, site.schema, root);
  if (visit({ ...site, schema }) === false) return;
  if (typeof site.value !== 'object' || site.value === null) return;
  for (const [key, value] of Object.entries(site.value)) {
    const child = childSchema(schema, key);
    if (child) walk({ value, schema: child, pointer: `${site.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` }, root, visit);
  }
}

/** The smallest value that a schema allows. */
export function blank(schema: Schema): unknown {
  const codes = schema.oneOf ?? schema.anyOf;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (codes?.[0]) return blank(codes[0]);
  if (schema.type === 'array') return (schema.minItems ?? 0) > 0 ? [blank(schema.items ?? {})] : [];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'string') return schema['x-cel'] === 'bool' ? 'true' : schema['x-cel'] === undefined ? '' : "''";
  return Object.fromEntries((schema.required ?? []).map((name) => [name, blank(schema.properties?.[name] ?? {})]));
}
