import { Ajv, type CodeKeywordDefinition } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { PropertySchema } from '../../config/form.ts';
import { isConditionalPart } from '../../form/owners.ts';

/**
 * A valid calendar date as one regular expression, leap years included: ajv can emit regular expressions but not functions. The
 * pattern first covers months with 31, 30 and 28 days, then 29 February in leap years.
 */
const calendarDay =
  /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/;

/** Keywords that do not affect validity. */
const silent = new Set(['$schema', 'id', 'title', 'description', '$comment', 'default', 'examples', 'rejects']);

type Bare = Readonly<Record<string, unknown>>;

/** Strips the keywords that a validator ignores, so that equal rules share one validator. */
function bareSchema(schema: PropertySchema): Bare {
  const bare: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (silent.has(key) || key.startsWith('x-')) continue;
    if (key === 'properties') bare[key] = mapValues(value as Record<string, PropertySchema>, bareSchema);
    else if (key === 'items') bare[key] = bareSchema(value as PropertySchema);
    else if (key === 'anyOf') bare[key] = (value as PropertySchema[]).map(bareSchema);
    else bare[key] = value;
  }
  // The form's module requires these, but only while they apply.
  const required = schema.required?.filter((name) => !isConditionalPart(schema.properties?.[name] ?? {}));
  if (required) bare['required'] = required;
  return bare;
}

/** Our own keywords for ajv: below `first` it stops at the first problem, below `every` it reports all. */
const first = 'x-first';
const every = 'x-every';

/**
 * An answer with several inputs gets one problem for each input. Within one input the first problem ends the check, because
 * `maxLength` is what makes some patterns affordable (forms/patterns.ts). A list that is too long is not searched.
 */
function gathering(bare: Bare): Bare {
  const { items, properties, uniqueItems, maxItems, ...rest } = bare as Bare & { items?: Bare; properties?: Record<string, Bare> };
  if (items) {
    const inside = { items: gathering(items), ...(uniqueItems !== undefined && { uniqueItems }) };
    return maxItems === undefined ? { ...rest, ...inside } : { ...rest, [first]: { maxItems, [every]: inside } };
  }
  return properties ? { ...rest, properties: mapValues(properties, gathering) } : { [first]: bare };
}

const isComposite = ({ items, properties }: Bare): boolean => items !== undefined || properties !== undefined;

function mapValues<T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/**
 * The keywords of forms (config/form.ts) mean the same in draft 7 and 2020-12. ajv's 2020 class emits a third more code for
 * `unevaluatedProperties`, which forms do not have.
 */
function createAjv(): Ajv {
  const ajv = new Ajv({
    // The compiler has already checked the schema against its meta-schema.
    meta: false,
    validateSchema: false,
    code: { source: true, esm: true },
    messages: false,
    strict: false,
    formats: { date: calendarDay },
  });
  ajv.addKeyword(modeKeyword(first, {}));
  ajv.addKeyword(modeKeyword(every, { type: 'array' }));
  return ajv;
}

/** A keyword that applies the schema it contains. A keyword with a type runs after ajv's own keywords of that type. */
function modeKeyword(keyword: string, type: { type?: 'array' }): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: 'object',
    ...type,
    code(cxt) {
      const valid = cxt.gen.name('valid');
      // Within a compositeRule, ajv collects problems instead of returning.
      cxt.subschema({ keyword, allErrors: keyword === every, compositeRule: true }, valid);
      cxt.ok(valid);
    },
  };
}

export interface StandaloneValidators {
  code: string;
  /** The name of each property's validating function. */
  names: Readonly<Record<string, string>>;
}

/** Generates one ajv validator for each property, without imports. Equal validators are shared. */
export function standaloneValidators(properties: Readonly<Record<string, PropertySchema>>): StandaloneValidators {
  const ajv = createAjv();
  const bySchema = new Map<string, string>();
  const names: Record<string, string> = {};
  for (const [property, schema] of Object.entries(properties)) {
    const bare = bareSchema(schema);
    const text = JSON.stringify(bare);
    let name = bySchema.get(text);
    if (name === undefined) {
      name = `check${bySchema.size}`;
      bySchema.set(text, name);
      ajv.opts.allErrors = isComposite(bare);
      ajv.addSchema(isComposite(bare) ? gathering(bare) : bare, name).getSchema(name);
    }
    names[property] = name;
  }
  const refs = Object.fromEntries([...bySchema.values()].map((name) => [name, name]));
  const code = toCode(ajv, refs);
  const functions = new Map([...code.matchAll(exported)].map(([, name = '', validate = '']) => [name, validate]));
  return { code: tidy(code.replace(exported, '')), names: mapValues(names, (name) => functions.get(name) ?? name) };
}

const exported = /export const (check\d+) = (validate\d+);/g;

// The types of ajv's CommonJS module hide that the namespace is the function itself.
const toCode = standalone as unknown as (ajv: Ajv, refs: Record<string, string>) => string;

/** The ajv helpers that emitted code can need, inlined to replace its `require`s. */
const helpers: Readonly<Record<string, string>> = {
  'ajv/dist/runtime/ucs2length': '(text) => Array.from(text).length',
  'ajv/dist/runtime/equal':
    "function equal(a, b) { if (a === b) return true; if (!a || !b || typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) return false; const keys = Object.keys(a); return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key])); }",
};

function tidy(code: string): string {
  return code
    .replace('"use strict";', '')
    .replace(/require\("([^"]+)"\)\.default/g, (_, name: string) => {
      const helper = helpers[name];
      if (helper === undefined) throw new Error(`emitted validators need ${name}, which is not embedded`);
      return `(${helper})`;
    })
    .replace(/if\(vErrors === null\)\{vErrors = \[(err\d+)\];\}else \{vErrors\.push\(\1\);\}/g, '(vErrors ??= []).push($1);')
    .replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, '')
    .replace(/allowedValues: schema\d+(?:\.\w+|\["[^"]+"\]|\[\d+\])*/g, '')
    .replace(/, parentData, parentDataProperty, rootData=data/g, '')
    .replace(/const (schema\d+) = (?:\{.*?\}|true|false);(?=const |function )/g, (whole, name: string, at: number) =>
      code.includes(`${name}.`, at + whole.length) && !isOnlyAllowedValues(code, name) ? whole : '',
    );
}

/** Whether emitted code reads a schema only to list an enum's values, which the field knows itself. */
function isOnlyAllowedValues(code: string, name: string): boolean {
  const uses = code.split(`${name}.`).length - 1 + code.split(`${name}[`).length - 1;
  return uses === code.split(`allowedValues: ${name}`).length - 1;
}

/** Creates a function that checks values at compile time with the same schema and options. */
export function tryValidator(schema: PropertySchema): (value: unknown) => string | undefined {
  const ajv = createAjv();
  const validate = ajv.compile(bareSchema(schema));
  return (value) => (validate(value) ? undefined : validate.errors?.map((error) => error.keyword)[0]);
}
