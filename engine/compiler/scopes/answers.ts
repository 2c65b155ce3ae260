import type { PropertySchema } from '../../config/form.ts';
import type { Screen } from '../../config/screen.ts';
import type { JsonSchema } from '../../expression/index.ts';
import type { BundledForm } from '../forms/bundle.ts';

export interface AnswersOptions {
  /** Answers marked x-transient are validated and never stored: only the form itself and its screen see them. */
  transient: boolean;
  /** The form may not have been asked at all, so that every answer may be absent. */
  maybeUnasked: boolean;
}

/** The schema of a form's answers as an expression reads them. */
export function answersSchema(form: BundledForm, { transient, maybeUnasked }: AnswersOptions): JsonSchema {
  const { properties, required = [] } = form.schema;
  const seen = Object.entries(properties).filter(([, property]) => transient || !property['x-transient']);
  return { type: 'object', properties: Object.fromEntries(seen), required: maybeUnasked ? [] : required, additionalProperties: false };
}

export function itemSchema(form: BundledForm, list: string): PropertySchema {
  return form.schema.properties[list]?.items ?? {};
}

/** The values of one screen: there from the beginning where they have an initial one. */
export function localSchema({ local = {} }: Pick<Screen, 'local'>): JsonSchema {
  const entries = Object.entries(local);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { type }]) => [name, { type }])),
    required: entries.flatMap(([name, { initial }]) => (initial === undefined ? [] : [name])),
    additionalProperties: false,
  };
}

/** Values that are always there, of the types they have now: constants, features. */
export function schemaOfValues(values: Readonly<Record<string, unknown>>): JsonSchema {
  const properties = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { type: jsonType(value) }]));
  return { type: 'object', properties, required: Object.keys(values), additionalProperties: false };
}

function jsonType(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
