import type { FormSchema, PropertySchema } from '../config/form.ts';
import { fieldOf, isTop, pointer, segmentsOf } from './pointer.ts';
import type { Problem } from './types.ts';

export const isIndex = (segment: string) => /^\d+$/.test(segment);

/** Returns the key prefix of the input at a path: `forms.contact.contacts.phone` for `/contacts/1/phone`. */
export function fieldKey(formId: string, path: string): string {
  return ['forms', formId, ...segmentsOf(path).filter((segment) => !isIndex(segment))].join('.');
}

/** Returns the schema of the input at a path, or undefined for the form itself and for unknown paths. */
export function schemaAt(schema: FormSchema, path: string): PropertySchema | undefined {
  const [field, ...rest] = segmentsOf(path);
  return rest.reduce<PropertySchema | undefined>(
    (inner, segment) => (isIndex(segment) && inner?.items ? inner.items : inner?.properties?.[segment]),
    field === undefined ? undefined : schema.properties[field],
  );
}

/**
 * Returns the message keys for a problem, the most specific first: the input, its shared format, the general message of the code. A
 * missing part of an answer has no general message, so it falls back to the message of the whole answer.
 */
export function messageKeys(formId: string, schema: FormSchema, problem: Problem): string[] {
  const { code, path } = problem;
  const format = schemaAt(schema, path)?.['x-format'];
  const whole = pointer(fieldOf(path));
  return [
    `${fieldKey(formId, path)}.errors.${code}`,
    ...(format === undefined ? [] : [`formats.${format}.errors.${code}`]),
    ...(code !== 'required' ? [`common.validation.${code}`] : path === whole ? [] : [`${fieldKey(formId, whole)}.errors.required`]),
  ];
}

/** The keywords of a schema whose figures texts can show. */
export const limitKeywords = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'multipleOf',
] as const;

/**
 * Returns the placeholder values of a message: the limits in the input's schema by keyword, the validator's `limit`, and `number`,
 * the 1-based position of a list item. The caller adds `label`, which is a text.
 */
export function messageParams(schema: FormSchema, problem: Problem): Record<string, unknown> {
  const inner = schemaAt(schema, problem.path);
  const params: Record<string, unknown> = {};
  for (const keyword of limitKeywords) if (inner?.[keyword] !== undefined) params[keyword] = inner[keyword];
  Object.assign(params, problem.params);
  const index = isTop(problem.path) ? undefined : segmentsOf(problem.path).find(isIndex);
  if (index !== undefined) params['number'] = Number(index) + 1;
  return params;
}
