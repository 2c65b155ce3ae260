import type { PropertySchema } from '../config/form.ts';
import { isPlainObject } from './empty.ts';
import { pointer } from './pointer.ts';
import type { Problem } from './types.ts';

type Described = Pick<PropertySchema, 'properties' | 'items' | 'x-withdrawn'>;

/** Returns the codes that a new answer can have. */
export const offeredCodes = ({ enum: codes = [], 'x-withdrawn': withdrawn = [] }: Pick<PropertySchema, 'enum' | 'x-withdrawn'>) =>
  codes.filter((code) => !withdrawn.includes(String(code)));

/** Reports codes that are no longer offered, at any depth, unless the stored answer has the same code in the same property. */
export function withdrawnProblems(schema: Described, stored: unknown, answer: unknown, path = ''): Problem[] {
  const before = new Set(withdrawnCodes(schema, stored, '').map(({ place, code }) => `${place} ${code}`));
  const used = withdrawnCodes(schema, answer, path);
  return used.filter(({ place, code }) => !before.has(`${place} ${code}`)).map((use) => ({ code: 'withdrawn', path: use.path }));
}

interface WithdrawnCode {
  code: string;
  path: string;
  /** The path without indices and without the caller's prefix. */
  place: string;
}

function withdrawnCodes(schema: Described, value: unknown, path: string, place = ''): WithdrawnCode[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => withdrawnCodes(schema.items ?? {}, item, path + pointer(index), place));
  if (isPlainObject(value))
    return Object.entries(value).flatMap(([name, part]) => {
      const described = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      return described ? withdrawnCodes(described, part, path + pointer(name), place + pointer(name)) : [];
    });
  return schema['x-withdrawn']?.includes(String(value)) ? [{ code: String(value), path, place }] : [];
}
