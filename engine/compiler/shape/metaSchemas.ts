import type { TSchema } from 'typebox';
import { engineKinds } from '../../config/kinds.ts';
import type { KindDefinition, Registry } from '../../config/definitions.ts';
import { PropertySchema } from '../../config/form.ts';
import { FieldUi } from '../../config/formUi.ts';
import { isPlainObject } from '../../form/empty.ts';
import { BlockBase } from '../../config/screen.ts';
import type { Expected, JsonSchema } from '../../expression/index.ts';
import type { SourceFile } from '../types.ts';

/** JSON Schema as plain JSON. */
export type Schema = Record<string, unknown>;

/** The keywords and annotations (config/annotations.ts) of a meta-schema. typebox does not declare them on TSchema. */
export interface MetaSchema {
  type?: unknown;
  const?: unknown;
  enum?: unknown;
  required?: readonly string[] | undefined;
  properties?: Readonly<Record<string, TSchema>>;
  patternProperties?: Readonly<Record<string, TSchema>>;
  additionalProperties?: TSchema | boolean;
  items?: TSchema;
  anyOf?: TSchema[];
  'x-meta'?: string;
  'x-ref'?: string;
  'x-cel'?: Expected;
  'x-one-of'?: readonly string[];
  'x-path'?: true;
  'x-codes'?: true;
  'x-day'?: true;
  'x-text'?: true;
  'x-text-key'?: string;
  'x-fills'?: readonly string[];
  /** The text gets the same values as the text that code uses under this key; `by` is the sibling that names it. */
  'x-fills-of'?: { under: string; by: string };
  'x-action'?: true;
  'x-offers'?: Readonly<Record<string, JsonSchema>>;
  'x-blocks'?: true;
  'x-per-item'?: true;
  'x-fields-of'?: string;
  'x-file'?: true;
  'x-not-below'?: string;
  'x-gives'?: { enum: string; where?: Readonly<Record<string, unknown>> };
  'x-widget-options'?: true;
}

/** All kinds of the engine and the product. A name registered twice throws, because that is a bug in code. */
export function kindsOf(registry: Registry): Record<string, KindDefinition<string>> {
  for (const name of Object.keys(registry.kinds)) {
    if (Object.hasOwn(engineKinds, name)) throw new Error(`kind ${name} is registered twice`);
  }
  return { ...engineKinds, ...registry.kinds };
}

/** How nested blocks and options are checked: `open` leaves them to a later check, `complete` spells them out for editors. */
type Depth = 'open' | 'complete';

const words: Schema = {
  anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { $ref: '#/$defs/words' } }],
};

/** Expands the meta-schema of a kind to plain JSON Schema 2020-12. Recursive annotations (`x-meta`) become `$ref`s into `$defs`. */
export function expandMetaSchema(schema: MetaSchema | undefined, registry: Registry, depth: Depth): Schema {
  const uses = new Set<string>();
  const expanded = expandSchema(schema ?? {}, depth, uses);
  const defs: Schema = {};
  for (const name of uses) defs[name] = definition(name, registry, depth, uses);
  return uses.size > 0 ? { ...expanded, $defs: defs } : expanded;
}

/** `uses` can grow during the walk: iterating a Set visits added items. */
function definition(name: string, registry: Registry, depth: Depth, uses: Set<string>): unknown {
  if (name === 'words') return words;
  if (name === 'property') return expand(PropertySchema, depth, uses);
  if (name === 'fieldUi') return fieldUiDefinition(registry, depth, uses);
  const blocks = Object.values(registry.blocks).map(({ name: own, title, description, options }) =>
    expand({ title, description, ...blockSchema(own, options) }, depth, uses),
  );
  return { oneOf: blocks };
}

function expand(node: unknown, depth: Depth, uses: Set<string>): unknown {
  if (Array.isArray(node)) return node.map((each) => expand(each, depth, uses));
  return isPlainObject(node) ? expandSchema(node, depth, uses) : node;
}

function expandSchema(schema: object, depth: Depth, uses: Set<string>): Schema {
  const { 'x-meta': meta, 'x-ref': ref, patternProperties, additionalProperties }: MetaSchema = schema;
  if (meta === 'property' || meta === 'words') return reference(meta, uses);
  if (ref === 'blockValue') {
    return depth === 'complete'
      ? reference('block', uses)
      : { type: 'object', required: ['block'], properties: { block: { type: 'string' } } };
  }
  const result: Schema = {};
  for (const [key, value] of Object.entries(schema)) result[key] = expand(value, depth, uses);
  if (meta === 'fieldUiMap') result['patternProperties'] = { '^.*$': reference('fieldUi', uses) };
  else if (patternProperties && additionalProperties === undefined) result['additionalProperties'] = false;
  return result;
}

function reference(name: string, uses: Set<string>): Schema {
  uses.add(name);
  return { $ref: `#/$defs/${name}` };
}

function fieldUiDefinition(registry: Registry, depth: Depth, uses: Set<string>): unknown {
  const base = expandSchema(FieldUi, depth, uses);
  if (depth === 'open') return base;
  const cases = Object.values(registry.widgets).map((widget) => ({
    if: { properties: { 'ui:widget': { const: widget.name } }, required: ['ui:widget'] },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's if and then
    then: { properties: { 'ui:options': expand(widget.options, depth, uses) } },
  }));
  const properties = base['properties'] as Record<string, Schema>;
  const names = Object.values(registry.widgets).map(({ name, title, description }) => ({ const: name, title, description }));
  return { ...base, properties: { ...properties, 'ui:widget': { ...properties['ui:widget'], oneOf: names } }, allOf: cases };
}

/** The schema of a block: the common properties and the block's own options. */
export function blockSchema(name: string, own: MetaSchema = {}): MetaSchema {
  const base: MetaSchema = BlockBase;
  return {
    ...own,
    type: 'object',
    properties: { ...base.properties, ...own.properties, block: { const: name, 'x-ref': 'block' } },
    required: ['block', ...(own.required ?? [])],
    additionalProperties: false,
  };
}

/**
 * Generates the meta-schemas for editors, one file for each kind. They include the options of all registered widgets and blocks, so
 * that an editor can complete them. Paths are relative to the project.
 */
export function generateMetaSchemas(registry: Registry): SourceFile[] {
  return Object.values(kindsOf(registry)).map(({ name, metaSchema }) => {
    const source = name === 'formUi' ? withWidgets(metaSchema) : metaSchema;
    const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...expandMetaSchema(source, registry, 'complete') };
    return { path: `schemas/meta/${name}.schema.json`, text: `${JSON.stringify(schema, undefined, 2)}\n` };
  });
}

/** The fields of a layout become a reference, which adds the widgets. */
function withWidgets(metaSchema: MetaSchema): MetaSchema {
  return {
    ...metaSchema,
    properties: { ...metaSchema.properties, fields: { ...metaSchema.properties?.['fields'], 'x-meta': 'fieldUiMap' } },
  };
}
