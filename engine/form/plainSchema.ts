import type { FormSchema, PropertySchema } from '../config/form.ts';
import { isConditionalPart } from './owners.ts';

/** Keywords that do not affect validity. */
const silent = new Set(['$schema', 'id', 'title', 'description', '$comment', 'default', 'examples', 'rejects']);

/** A JSON Schema without our keywords. */
export type PlainSchema = Readonly<Record<string, unknown>>;

/** Strips the keywords that a validator ignores, so that equal rules share one validator. */
export function plainProperty(schema: PropertySchema): PlainSchema {
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (silent.has(key) || key.startsWith('x-')) continue;
    if (key === 'properties') plain[key] = mapValues(value as Record<string, PropertySchema>, plainProperty);
    else if (key === 'items') plain[key] = plainProperty(value as PropertySchema);
    else if (key === 'anyOf') plain[key] = (value as PropertySchema[]).map(plainProperty);
    else plain[key] = value;
  }
  const required = alwaysRequired(schema);
  if (required) plain['required'] = required;
  return plain;
}

/**
 * Returns a form as the JSON Schema that rjsf gets, and that the whole-form validator of the release was compiled from. It requires
 * only what always applies; the form's module requires the rest, while it applies.
 */
export function plainForm({ id, properties, required }: Pick<FormSchema, 'id' | 'properties' | 'required'>): PlainSchema {
  return {
    $id: id,
    type: 'object',
    properties: mapValues(properties, plainProperty),
    required: alwaysRequired({ properties, ...(required && { required }) }) ?? [],
    additionalProperties: false,
  };
}

/** Excludes conditional parts, which the form's module requires instead. */
const alwaysRequired = ({ properties, required }: Pick<PropertySchema, 'properties' | 'required'>): string[] | undefined =>
  required?.filter((name) => !isConditionalPart(properties?.[name] ?? {}));

export function mapValues<T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
