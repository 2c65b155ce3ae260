import type { FormSchema, PropertySchema } from '../config/form.ts';
import { isPlainObject } from './empty.ts';
import { pointer } from './pointer.ts';
import type { Problem } from './types.ts';

type Described = Pick<PropertySchema, 'properties' | 'items'> | Pick<FormSchema, 'properties'>;

/** Reports unknown properties at any depth. The form refuses them instead of ignoring or storing them. */
export function unknownNames(schema: Described, value: unknown, path: readonly (string | number)[] = []): Problem[] {
  if (Array.isArray(value)) {
    const items = 'items' in schema ? schema.items : undefined;
    return items ? value.flatMap((item: unknown, index) => unknownNames(items, item, [...path, index])) : [];
  }
  const { properties } = schema;
  if (!isPlainObject(value) || !properties) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const described = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return described ? unknownNames(described, part, [...path, name]) : [{ code: 'additionalProperties', path: pointer(...path, name) }];
  });
}
