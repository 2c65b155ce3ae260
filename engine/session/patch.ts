import type { FormAnswers } from '../config/definitions.ts';
import { isPlainObject } from '../form/empty.ts';

/**
 * Unsaved input as a merge patch of a form's top-level properties (after RFC 7396). null removes an answer; answers themselves are
 * never null.
 */
export type Patch = Readonly<Record<string, unknown>>;

export function applyPatch(answers: FormAnswers | undefined, patch: Patch | undefined): FormAnswers {
  const merged = { ...answers, ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

/** Returns a copy with another value at the path. Lists grow with `{}` up to the index. */
export function withValueAt(value: unknown, segments: readonly string[], next: unknown): unknown {
  const [segment, ...rest] = segments;
  if (segment === undefined) return next;
  if (Array.isArray(value) || (value === undefined && /^\d+$/.test(segment))) {
    const list = Array.isArray(value) ? [...(value as unknown[])] : [];
    while (list.length < Number(segment)) list.push({});
    list[Number(segment)] = withValueAt(list[Number(segment)], rest, next);
    return list;
  }
  const object = isPlainObject(value) ? value : {};
  return { ...object, [segment]: withValueAt(object[segment], rest, next) };
}
