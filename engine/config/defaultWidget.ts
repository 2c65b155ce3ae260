import type { PropertySchema } from './form.ts';

const byType: Record<NonNullable<PropertySchema['type']>, string> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'checkbox',
  object: 'cascade',
  array: 'contactList',
};

/** The widget of a property whose layout names none. */
export function defaultWidget(schema: Pick<PropertySchema, 'type' | 'enum'>): string {
  return schema.enum ? 'select' : byType[schema.type ?? 'string'];
}
