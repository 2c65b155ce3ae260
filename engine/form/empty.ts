import type { FormAnswers } from '../config/definitions.ts';

/** A text without visible characters: spaces, format characters, and letters that render as blank. */
const blank = /^[\s\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/** Whether a value counts as no answer. The empty value of a widget counts as absent, and so does blank text. */
export function isEmpty(value: unknown): boolean {
  // A fast path for nearly all answers: text, numbers and booleans.
  if (typeof value === 'string') return isBlank(value);
  if (typeof value !== 'object') return value === undefined;
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  return Object.values(value).every(isEmpty);
}

/**
 * Removes empty parts and trims texts. Returns undefined if nothing remains. List items keep their position (as `{}`), because
 * problems refer to them by index.
 */
export function clean(value: unknown): unknown {
  if (typeof value === 'string') return isBlank(value) ? undefined : value.trim();
  if (typeof value !== 'object') return value;
  if (isEmpty(value)) return undefined;
  if (Array.isArray(value)) return cleanList(value);
  return isPlainObject(value) ? cleanObject(value) : value;
}

/** A fast path: a text that starts with an ASCII letter or digit is not blank. */
const isBlank = (text: string): boolean => !/^[0-9A-Za-z]/.test(text) && blank.test(text);

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property and never an inherited one, because names can come from outside. */
export function own(answers: FormAnswers | undefined, field: string): unknown {
  return answers && Object.hasOwn(answers, field) ? answers[field] : undefined;
}

function cleanList(items: readonly unknown[]): unknown[] {
  return items.flatMap((item) => {
    const kept = clean(item);
    if (kept !== undefined) return [kept];
    return isPlainObject(item) ? [{}] : [];
  });
}

function cleanObject(value: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([name, part]) => {
    const kept = clean(part);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}
