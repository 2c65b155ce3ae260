import type { FormAnswers } from '../config/definitions.ts';

/** A text without anything to see: blanks, format characters, and the letters of Unicode that are drawn as nothing. */
const blank = /^[\s\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/** Whether nothing was answered. Absence is the only way not to answer; what a widget leaves behind counts as absent, and so do blanks. */
export function isEmpty(value: unknown): boolean {
  // Nearly every answer is a text, a number or a boolean: those are told by one question.
  if (typeof value === 'string') return isBlank(value);
  if (typeof value !== 'object') return value === undefined;
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  return Object.values(value).every(isEmpty);
}

/**
 * The value without its empty parts and without blanks at the ends of texts; undefined when nothing is left. Items of a list keep their place (as `{}`), because
 * problems point at them by number.
 */
export function clean(value: unknown): unknown {
  if (typeof value === 'string') return isBlank(value) ? undefined : value.trim();
  if (typeof value !== 'object') return value;
  if (isEmpty(value)) return undefined;
  if (Array.isArray(value)) return cleanList(value);
  return isPlainObject(value) ? cleanObject(value) : value;
}

/** Most texts begin with a letter or digit of ASCII: those need no look at Unicode. */
const isBlank = (text: string): boolean => !/^[0-9A-Za-z]/.test(text) && blank.test(text);

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own property, never one of the prototype: names come from outside. */
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
