import { valueAt } from '../../config/valueAt.ts';
import type { Registry } from '../../config/definitions.ts';
import { PropertySchema } from '../../config/form.ts';
import { FieldUi } from '../../config/formUi.ts';
import type { Expected, JsonSchema } from '../../expression/index.ts';
import { isPlainObject } from '../../form/empty.ts';
import { pointerTo } from '../project/document.ts';
import { blockSchema, type MetaSchema } from '../shape/metaSchemas.ts';

/** The context of a site that its meaning depends on. */
export interface Place {
  pointer: string;
  /** The object that contains the site, for example the block or the options. */
  owner: Readonly<Record<string, unknown>>;
  /** CEL sources of the lists whose items are `item` here, outermost first. */
  lists: readonly string[];
  /** CEL conditions that are true wherever this is evaluated: the `when` of each ancestor. */
  assumed: readonly string[];
  /** The operation whose response is `result` here. */
  resultOf?: string;
  /** The values that the block passes to this action, by name. */
  offers?: Readonly<Record<string, JsonSchema>>;
}

/** The annotated sites of a file. The compiler acts on these, so it needs no knowledge of the kind, block or widget. */
export interface Sites {
  expressions: (Place & { source: string; expected: Expected; oneOf?: readonly string[]; isPath?: true })[];
  references: (Place & { target: string; name: string })[];
  texts: (Place & { key: string; values: Readonly<Record<string, string>> })[];
  /** Texts that code uses, by their full key. `like` is the text with the same values, and the sibling that names it. */
  spoken: (Place & { key: string; values: readonly string[]; like?: { by: string; key: string } })[];
  calls: (Place & {
    operation: string;
    inputs: Readonly<Record<string, string>>;
    /** The call can wait on the device. */
    isQueued: boolean;
    /** The device keeps the response. */
    isKept: boolean;
    /** The response is saved as a file. */
    isSaved: boolean;
  })[];
  /** Session names that an action or a kept response writes. */
  writes: (Place & { name: string })[];
  /** The values that actions send to the screen that they open. */
  queries: (Place & { go: string; values: Readonly<Record<string, string>> })[];
  /** The values that an action sets, by session name, with the operation that ran before. */
  stored: (Place & { operation: string; set: Readonly<Record<string, string>> })[];
  blocks: (Place & { name: string; value: Readonly<Record<string, unknown>> })[];
  days: (Place & { day: string })[];
  /** Enum codes that people can still get. */
  given: { pointer: string; enum: string; code: string }[];
  /** Expressions for fields of a form, by the field's name. */
  fieldValues: (Place & { form: string; values: Readonly<Record<string, string>> })[];
  /** Pairs of bounds, by the pointer of the upper one. */
  ranges: { pointer: string; lower: Bound; upper: Bound }[];
}

interface Bound {
  /** The path from the object that contains both bounds. */
  name: string;
  value: number | string;
}

type Values = Readonly<Record<string, unknown>>;

/** Walks a value with its meta-schema and collects the sites that the annotations of config/annotations.ts mark. */
export function findSites(value: unknown, metaSchema: MetaSchema | undefined, registry: Registry): Sites {
  const sites: Sites = {
    expressions: [],
    references: [],
    texts: [],
    spoken: [],
    calls: [],
    writes: [],
    queries: [],
    stored: [],
    blocks: [],
    days: [],
    given: [],
    fieldValues: [],
    ranges: [],
  };
  walk(value, metaSchema ?? {}, { pointer: '', owner: {}, lists: [], assumed: [] }, sites, registry);
  return sites;
}

function walk(value: unknown, schema: MetaSchema, place: Place, sites: Sites, registry: Registry): void {
  const [actual, own] = resolve(value, schema, registry);
  if (typeof value === 'string') return atText(value, actual, place, sites);
  if (Array.isArray(value)) {
    const { items = {} } = actual;
    if (!isAnnotated(items)) return;
    value.forEach((each, index) => walk(each, items, { ...place, pointer: pointerTo(place.pointer, index) }, sites, registry));
    return;
  }
  if (!isPlainObject(value)) return;
  atObject(value, actual, place, sites);
  atBounds(value, actual, place, sites);
  const inner = own ? { ...place, owner: value } : place;
  if (actual['x-widget-options']) return walkOptions(value, place, sites, registry);
  for (const [key, each] of Object.entries(value)) {
    // Only texts, lists and objects have sites.
    if (typeof each !== 'string' && typeof each !== 'object') continue;
    const property = propertySchema(actual, key);
    if (property && isAnnotated(property)) walk(each, property, stepInto(inner, value, actual, key), sites, registry);
  }
}

const annotated = new WeakMap<object, boolean>();

/** Whether a schema or a part of it has an annotation. Without one, its values have no sites, and most texts have none. */
function isAnnotated(schema: object): boolean {
  let found = annotated.get(schema);
  if (found === undefined) {
    found = Object.entries(schema).some(
      ([key, part]: [string, unknown]) => key.startsWith('x-') || (part !== null && typeof part === 'object' && isAnnotated(part)),
    );
    annotated.set(schema, found);
  }
  return found;
}

/** Resolves the schema of a value: expands recursive annotations and registered options, and selects the matching side of a union. */
function resolve(value: unknown, schema: MetaSchema, registry: Registry): [schema: MetaSchema, owner: boolean] {
  if (schema['x-meta'] === 'property') return [PropertySchema, true];
  if (schema['x-meta'] === 'fieldUiMap') return [{ patternProperties: { '': FieldUi } }, false];
  if (schema['x-ref'] === 'blockValue') return [blockOf(value, registry), true];
  const chosen = schema.anyOf?.find((each) => fits(value, each));
  return [chosen ?? schema, true];
}

/** Schemas of blocks by name, because a configuration has thousands of blocks of a few dozen kinds. */
const blockSchemas = new WeakMap<Registry, Map<string, MetaSchema>>();

function blockOf(value: unknown, registry: Registry): MetaSchema {
  const name = isPlainObject(value) ? String(value['block']) : '';
  if (!Object.hasOwn(registry.blocks, name)) return blockSchema(name);
  let known = blockSchemas.get(registry);
  if (!known) blockSchemas.set(registry, (known = new Map()));
  const schema = known.get(name) ?? blockSchema(name, registry.blocks[name]?.options);
  known.set(name, schema);
  return schema;
}

function fits(value: unknown, schema: MetaSchema): boolean {
  if (schema.const !== undefined) return value === schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  const type = Array.isArray(value) ? 'array' : typeof value;
  if (schema.type !== undefined && schema.type !== type) return false;
  return !isPlainObject(value) || (schema.required ?? []).every((key) => Object.hasOwn(value, key));
}

function propertySchema(schema: MetaSchema, key: string): MetaSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, key)) return properties[key];
  const [pattern] = Object.values(patternProperties);
  return pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
}

/** The parts of an action that run after its operation. */
const readsResult = new Set(['set', 'open', 'query', 'leave', 'to']);

function stepInto(place: Place, object: Values, schema: MetaSchema, key: string): Place {
  const next: Place = { ...place, pointer: pointerTo(place.pointer, key) };
  if (schema['x-action'] && readsResult.has(key) && typeof object['do'] === 'string') next.resultOf = object['do'];
  if (key !== 'when' && typeof object['when'] === 'string') next.assumed = [...place.assumed, object['when']];
  const child: MetaSchema | undefined = schema.properties?.[key];
  if (child?.['x-offers']) next.offers = { ...place.offers, ...child['x-offers'] };
  // A block with `items` renders its children once for each item, as `item`.
  if ((child?.['x-blocks'] || child?.['x-per-item']) && typeof object['items'] === 'string') next.lists = [...place.lists, object['items']];
  return next;
}

function atText(value: string, schema: MetaSchema, place: Place, sites: Sites): void {
  if (schema['x-cel'] !== undefined) {
    const { 'x-one-of': oneOf, 'x-path': isPath } = schema;
    sites.expressions.push({ ...place, source: value, expected: schema['x-cel'], ...(oneOf && { oneOf }), ...(isPath && { isPath }) });
  }
  if (schema['x-ref'] !== undefined) sites.references.push({ ...place, target: schema['x-ref'], name: value });
  if (schema['x-day']) sites.days.push({ ...place, day: value });
  const { 'x-gives': gives } = schema;
  if (gives && Object.entries(gives.where ?? {}).every(([key, expected]) => place.owner[key] === expected))
    sites.given.push({ pointer: place.pointer, enum: gives.enum, code: value });
  if (schema['x-text-key'] !== undefined) {
    const { 'x-fills': fills = [], 'x-fills-of': model } = schema;
    const like = model && { by: model.by, key: `${model.under}.${String(place.owner[model.by])}` };
    sites.spoken.push({ ...place, key: `${schema['x-text-key']}.${value}`, values: fills, ...(like && { like }) });
  }
}

function atObject(value: Values, schema: MetaSchema, place: Place, sites: Sites): void {
  const operation = value['do'] ?? value['op'];
  if (schema['x-text']) {
    sites.texts.push({ ...place, key: String(value['key']), values: expressionsIn(value['with']) });
  }
  if (typeof operation === 'string' && (schema['x-action'] || isCall(schema))) {
    const kept = isCall(schema) && isPlainObject(value['keep']) ? value['keep'] : undefined;
    sites.calls.push({
      ...place,
      operation,
      inputs: expressionsIn(value['with']),
      isQueued: value['offline'] === 'queue',
      isKept: kept !== undefined,
      isSaved: schema['x-file'] === true,
    });
    if (kept) sites.writes.push({ ...place, pointer: `${place.pointer}/keep/as`, name: `${String(kept['as'])}.at` });
  }
  if (schema['x-action']) {
    if (typeof value['keep'] === 'string') sites.writes.push({ ...place, pointer: `${place.pointer}/keep`, name: value['keep'] });
    const set = Object.keys(value['set'] ?? {});
    if (typeof operation === 'string') sites.stored.push({ ...place, operation, set: expressionsIn(value['set']) });
    if (typeof value['go'] === 'string' && isPlainObject(value['query']))
      sites.queries.push({ ...place, go: value['go'], values: expressionsIn(value['query']) });
    for (const name of set) sites.writes.push({ ...place, pointer: pointerTo(`${place.pointer}/set`, name), name });
  }
  if (schema['x-fields-of']) {
    sites.fieldValues.push({ ...place, form: String(place.owner[schema['x-fields-of']]), values: expressionsIn(value) });
  }
  if (typeof value['block'] === 'string' && schema.properties?.['block']) {
    sites.blocks.push({ ...place, name: value['block'], value });
  }
}

/** Returns the CEL sources under `with`. */
const expressionsIn = (inputs: unknown): Record<string, string> =>
  isPlainObject(inputs) ? Object.fromEntries(Object.entries(inputs).map(([name, source]) => [name, String(source)])) : {};

const bounds = new WeakMap<MetaSchema, readonly (readonly [upper: string, lower: string])[]>();

/** Upper bounds have `x-not-below` with the path of the lower bound. */
function boundsOf(schema: MetaSchema): readonly (readonly [upper: string, lower: string])[] {
  let found = bounds.get(schema);
  if (!found) {
    found = Object.entries<MetaSchema>(schema.properties ?? {}).flatMap(([upper, { 'x-not-below': lower }]) =>
      lower === undefined ? [] : [[upper, lower] as const],
    );
    bounds.set(schema, found);
  }
  return found;
}

function atBounds(value: Values, schema: MetaSchema, place: Place, sites: Sites): void {
  for (const [upper, lower] of boundsOf(schema)) {
    const [low, high] = [boundAt(value, lower), boundAt(value, upper)];
    if (low === undefined || high === undefined) continue;
    sites.ranges.push({
      pointer: pointerTo(place.pointer, upper),
      lower: { name: lower, value: low },
      upper: { name: upper, value: high },
    });
  }
}

function boundAt(value: Values, path: string): number | string | undefined {
  const found = valueAt(value, path.split('/'));
  return typeof found === 'number' || typeof found === 'string' ? found : undefined;
}

/** Screen data: an operation under `op` with inputs under `with`. */
function isCall(schema: MetaSchema): boolean {
  const { op, with: inputs }: Record<string, MetaSchema | undefined> = schema.properties ?? {};
  return op?.['x-ref'] === 'operation' && inputs !== undefined;
}

function walkOptions(value: Values, place: Place, sites: Sites, registry: Registry): void {
  const widget = place.owner['ui:widget'];
  const name = typeof widget === 'string' ? widget : undefined;
  const options = name !== undefined && Object.hasOwn(registry.widgets, name) ? registry.widgets[name]?.options : undefined;
  if (options) walk(value, options, place, sites, registry);
}
