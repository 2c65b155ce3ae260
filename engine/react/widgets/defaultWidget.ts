import type { PropertySchema } from '../../config/form.ts';

const byType = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'checkbox',
  object: 'cascade',
  array: 'contactList',
} as const;

/** The widget of a property whose layout names none. */
export function defaultWidget(schema: Pick<PropertySchema, 'type' | 'enum'>): string {
  return schema.enum ? 'select' : byType[schema.type ?? 'string'];
}
