import { Ajv, type CodeKeywordDefinition } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { PropertySchema } from '../../config/form.ts';

/**
 * A real calendar day, leap years counted, as one regular expression: ajv writes those into the code it emits, functions not.
 * Whole days of 31, 30 and 28 first, then 29 February in years divisible by 4 but not by 100, or by 400.
 */
const calendarDay =
  /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/;

/** Keywords that say nothing about validity. */
const silent = new Set(['$schema', 'id', 'title', 'description', '$comment', 'default', 'examples', 'rejects']);

type Bare = Readonly<Record<string, unknown>>;

/** A schema without what a validator ignores, so that equal rules share one validator. */
function bareSchema(schema: PropertySchema): Bare {
  const bare: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (silent.has(key) || key.startsWith('x-')) continue;
    if (key === 'properties') bare[key] = mapValues(value as Record<string, PropertySchema>, bareSchema);
    else if (key === 'items') bare[key] = bareSchema(value as PropertySchema);
    else if (key === 'anyOf') bare[key] = (value as PropertySchema[]).map(bareSchema);
    else bare[key] = value;
  }
  return bare;
}

/** Keywords of ours in what ajv is given: of what is below them it tells the first problem only, or all of them. */
const first = 'x-first';
const every = 'x-every';

/**
 * An answer of many inputs is told what is wrong at each of them. Within one input the first problem ends the check, because
 * `maxLength` is what makes some patterns affordable (forms/patterns.ts); and nobody looks into a list that is too long.
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
 * Of the vocabulary of forms (config/form.ts) every keyword means the same in draft 7 and 2020-12; ajv's class for the latter
 * emits a third more code, for `unevaluatedProperties`, which forms do not have.
 */
function createAjv(): Ajv {
  const ajv = new Ajv({
    // The compiler has checked the schema against its own meta-schema.
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

/** A keyword that checks the schema it holds. One with a type comes after ajv's own keywords of that type. */
function modeKeyword(keyword: string, type: { type?: 'array' }): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: 'object',
    ...type,
    code(cxt) {
      const valid = cxt.gen.name('valid');
      // Within a compositeRule ajv gathers problems in place of returning from the whole function.
      cxt.subschema({ keyword, allErrors: keyword === every, compositeRule: true }, valid);
      cxt.ok(valid);
    },
  };
}

export interface StandaloneValidators {
  /** JavaScript that defines the functions. */
  code: string;
  /** Name of the validating function of each property. */
  names: Readonly<Record<string, string>>;
}

/** One ajv validator for each property, equal ones shared, without imports. */
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

// The types of ajv's CommonJS module hide that its namespace is the function itself.
const toCode = standalone as unknown as (ajv: Ajv, refs: Record<string, string>) => string;

/** ajv's helpers that emitted code may need, as they are, in place of its `require`s. */
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

/** Whether emitted code reads a schema only to tell the allowed values of an enum, which the field knows itself. */
function isOnlyAllowedValues(code: string, name: string): boolean {
  const uses = code.split(`${name}.`).length - 1 + code.split(`${name}[`).length - 1;
  return uses === code.split(`allowedValues: ${name}`).length - 1;
}

/** A validating function for trying values at compile time, of the same schema and options. */
export function tryValidator(schema: PropertySchema): (value: unknown) => string | undefined {
  const ajv = createAjv();
  const validate = ajv.compile(bareSchema(schema));
  return (value) => (validate(value) ? undefined : validate.errors?.map((error) => error.keyword)[0]);
}
