import type { PropertySchema } from './form.ts';

const byType: Record<NonNullable<PropertySchema['type']>, string> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'checkbox',
  object: 'group',
  array: 'list',
};

/** Returns the default widget of a property. */
export function defaultWidget(schema: Pick<PropertySchema, 'type' | 'enum' | 'items' | 'x-value' | 'x-lookup'>): string {
  if (schema['x-value'] !== undefined) return 'output';
  if (schema['x-lookup'] !== undefined) return 'lookup';
  if (schema.items?.enum) return 'checkboxes';
  return schema.enum ? 'select' : byType[schema.type ?? 'string'];
}
