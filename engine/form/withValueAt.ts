import { isPlainObject } from './empty.ts';

/** Returns a copy with another value at the path. Lists grow up to the index with blank items. */
export function withValueAt(value: unknown, segments: readonly string[], next: unknown): unknown {
  const [segment, ...rest] = segments;
  if (segment === undefined) return next;
  if (Array.isArray(value) || (value === undefined && /^\d+$/.test(segment))) {
    const list = Array.isArray(value) ? [...(value as unknown[])] : [];
    while (list.length < Number(segment)) list.push(rest.length > 0 ? {} : '');
    list[Number(segment)] = withValueAt(list[Number(segment)], rest, next);
    return list;
  }
  const object = isPlainObject(value) ? value : {};
  return { ...object, [segment]: withValueAt(object[segment], rest, next) };
}
