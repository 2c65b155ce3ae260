import { Ajv, type CodeKeywordDefinition } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import type { FormSchema, PropertySchema } from '../../config/form.ts';
import { mapValues, plainForm, plainProperty, type PlainSchema } from '../../form/plainSchema.ts';

/**
 * A valid calendar date as one regular expression, leap years included: ajv can emit regular expressions but not functions. The
 * pattern first covers months with 31, 30 and 28 days, then 29 February in leap years.
 */
const calendarDay =
  /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)$/;

/** Our own keywords for ajv: below `first` it stops at the first problem, below `every` it reports all. */
const first = 'x-first';
const every = 'x-every';

/**
 * An answer with several inputs gets one problem for each input. Within one input the first problem ends the check, because
 * `maxLength` is what makes some patterns affordable (forms/patterns.ts). A list that is too long is not searched.
 */
function gathering(plain: PlainSchema): PlainSchema {
  const { items, properties, uniqueItems, maxItems, ...rest } = plain as PlainSchema & {
    items?: PlainSchema;
    properties?: Record<string, PlainSchema>;
  };
  if (items) {
    const inside = { items: gathering(items), ...(uniqueItems !== undefined && { uniqueItems }) };
    return maxItems === undefined ? { ...rest, ...inside } : { ...rest, [first]: { maxItems, [every]: inside } };
  }
  return properties ? { ...rest, properties: mapValues(properties, gathering) } : { [first]: plain };
}

const isComposite = ({ items, properties }: PlainSchema): boolean => items !== undefined || properties !== undefined;

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
    // The whole form calls the properties' validators instead of repeating their code.
    inlineRefs: false,
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
  /** An ES module with the validator of the whole form, which calls those of the properties: see `WholeFormModule`. */
  wholeForm: string;
}

/** Generates one ajv validator for each property, and one for the form, without imports. Equal validators are shared. */
export function standaloneValidators(form: Pick<FormSchema, 'id' | 'properties' | 'required'>): StandaloneValidators {
  const ajv = createAjv();
  const bySchema = new Map<string, string>();
  const names: Record<string, string> = {};
  for (const [property, schema] of Object.entries(form.properties)) {
    const plain = plainProperty(schema);
    const text = JSON.stringify(plain);
    let name = bySchema.get(text);
    if (name === undefined) {
      name = `check${bySchema.size}`;
      bySchema.set(text, name);
      ajv.opts.allErrors = isComposite(plain);
      ajv.addSchema(isComposite(plain) ? gathering(plain) : plain, name).getSchema(name);
    }
    names[property] = name;
  }
  const own = emitted(ajv, [...bySchema.values()]);
  return { code: own.code, names: mapValues(names, (name) => own.functions.get(name) ?? name), wholeForm: wholeForm(ajv, form, names) };
}

/** Adds a schema that refers to the properties' validators, and emits all of them. */
function wholeForm(ajv: Ajv, form: Pick<FormSchema, 'id' | 'properties' | 'required'>, names: Readonly<Record<string, string>>): string {
  ajv.opts.allErrors = true;
  const { $id: _id, ...plain } = plainForm(form);
  ajv.addSchema({ ...plain, properties: mapValues(names, ($ref) => ({ $ref })) }, whole).getSchema(whole);
  const { code, functions } = emitted(ajv, [whole]);
  // Browsers compile the functions while the module loads, instead of during the first Next (tools/chunks.ts).
  return `//# allFunctionsCalledOnLoad\n${code}\nexport const validators = { ${JSON.stringify(form.id)}: ${functions.get(whole)} };\n`;
}

const whole = 'wholeForm';
const exported = /export const (check\d+|wholeForm) = (validate\d+);/g;

/** @param keys of the schemas */
function emitted(ajv: Ajv, keys: readonly string[]): { code: string; functions: ReadonlyMap<string, string> } {
  const code = toCode(ajv, Object.fromEntries(keys.map((key) => [key, key])));
  const functions = new Map([...code.matchAll(exported)].map(([, key = '', validate = '']) => [key, validate]));
  return { code: tidy(code.replace(exported, '')), functions };
}

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
    .replace(/,parentData:data\d*,parentDataProperty:(?:"(?:[^"\\]|\\.)*"|\w+),rootData/g, '')
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
  const validate = ajv.compile(plainProperty(schema));
  return (value) => (validate(value) ? undefined : validate.errors?.map((error) => error.keyword)[0]);
}
