import { engineKinds } from '../../config/kinds.ts';
import type { KindDefinition, Registry } from '../../config/definitions.ts';
import { PropertySchema } from '../../config/form.ts';
import { FieldUi } from '../../config/formUi.ts';
import { BlockBase } from '../../config/screen.ts';
import type { SourceFile } from '../types.ts';

/** JSON Schema as plain JSON. */
export type Schema = Record<string, unknown>;

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
export function expandMetaSchema(schema: unknown, registry: Registry, depth: Depth): Schema {
  const uses = new Set<string>();
  const expanded = expand(schema, depth, uses) as Schema;
  const defs: Schema = {};
  for (const name of uses) defs[name] = definition(name, registry, depth, uses);
  return uses.size > 0 ? { ...expanded, $defs: defs } : expanded;
}

/** `uses` can grow during the walk: iterating a Set visits added items. */
function definition(name: string, registry: Registry, depth: Depth, uses: Set<string>): unknown {
  if (name === 'words') return words;
  if (name === 'property') return expand(PropertySchema, depth, uses);
  if (name === 'fieldUi') return fieldUiDefinition(registry, depth, uses);
  return { oneOf: Object.values(registry.blocks).map((block) => expand(blockSchema(block.name, block.options), depth, uses)) };
}

function expand(node: unknown, depth: Depth, uses: Set<string>): unknown {
  if (Array.isArray(node)) return node.map((each) => expand(each, depth, uses));
  if (node === null || typeof node !== 'object') return node;
  const schema = node as Schema;
  const meta = schema['x-meta'];
  if (meta === 'property' || meta === 'words') return reference(meta, uses);
  if (schema['x-ref'] === 'blockValue') {
    return depth === 'complete'
      ? reference('block', uses)
      : { type: 'object', required: ['block'], properties: { block: { type: 'string' } } };
  }
  const result: Schema = {};
  for (const [key, value] of Object.entries(schema)) result[key] = expand(value, depth, uses);
  if (meta === 'fieldUiMap') result['patternProperties'] = { '^.*$': reference('fieldUi', uses) };
  else if (schema['patternProperties'] && schema['additionalProperties'] === undefined) result['additionalProperties'] = false;
  return result;
}

function reference(name: string, uses: Set<string>): Schema {
  uses.add(name);
  return { $ref: `#/$defs/${name}` };
}

function fieldUiDefinition(registry: Registry, depth: Depth, uses: Set<string>): unknown {
  const base = expand(FieldUi, depth, uses) as Schema;
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
export function blockSchema(name: string, options: unknown): Schema {
  const base = BlockBase as unknown as { properties: Schema };
  const own = options as { properties?: Schema; required?: string[] };
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
function withWidgets(metaSchema: unknown): Schema {
  const schema = metaSchema as { properties: Record<string, Schema> } & Schema;
  return { ...schema, properties: { ...schema.properties, fields: { ...schema.properties['fields'], 'x-meta': 'fieldUiMap' } } };
}
