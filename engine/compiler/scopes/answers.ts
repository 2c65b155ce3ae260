import type { FormSchema, PropertySchema } from '../../config/form.ts';
import type { Screen } from '../../config/screen.ts';
import type { JsonSchema } from '../../expression/index.ts';
import { attached } from '../attached.ts';
import type { BundledForm } from '../forms/bundle.ts';

export interface AnswersOptions {
  /** x-transient answers are validated but never stored. Only the form and its screen can read them. */
  transient: boolean;
  /** The form may not have been asked for, so every answer can be absent. */
  maybeNotAsked: boolean;
}

/** Memoized by schema, so that whatever reads it is only checked again if it has changed. */
export function answersSchema({ schema }: BundledForm, options: AnswersOptions): JsonSchema {
  const known = byOptions(schema);
  const key = `${options.transient} ${options.maybeNotAsked}`;
  const made = known.get(key) ?? makeSchema(schema, options);
  known.set(key, made);
  return made;
}

const byOptions = attached((_schema: FormSchema) => new Map<string, JsonSchema>());

function makeSchema({ properties, required = [] }: FormSchema, { transient, maybeNotAsked }: AnswersOptions): JsonSchema {
  const seen = Object.entries(properties).filter(([, property]) => transient || !property['x-transient']);
  return { type: 'object', properties: Object.fromEntries(seen), required: maybeNotAsked ? [] : required, additionalProperties: false };
}

/** The answers of a form that is asked for each item of a list. Cached, so that one list always has the same schema. */
export const listSchema = attached((items: JsonSchema): JsonSchema => ({ type: 'array', items }));

/** Returns the list that `forEach` names, `<form>.<field>`, if it is one. */
export function listOf(name: string, forms: ReadonlyMap<string, BundledForm>): PropertySchema | undefined {
  const [form = '', ...path] = name.split('.');
  const found = path.reduce<PropertySchema | undefined>((owner, field) => owner?.properties?.[field], forms.get(form)?.schema);
  return found?.items ? found : undefined;
}

/** A value of `local` is always present if it has an initial value. */
export function localSchema({ local = {} }: Pick<Screen, 'local'>): JsonSchema {
  const entries = Object.entries(local);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { type }]) => [name, { type }])),
    required: entries.flatMap(([name, { initial }]) => (initial === undefined ? [] : [name])),
    additionalProperties: false,
  };
}

/** Infers the schema of values that always exist, such as constants and features. */
export function schemaOfValues(values: Readonly<Record<string, unknown>>): JsonSchema {
  const properties = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: jsonType(value) }]));
  return { type: 'object', properties, required: Object.keys(values), additionalProperties: false };
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
