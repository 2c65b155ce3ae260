import type { FormAnswers } from '../config/definitions.ts';

/** Whether nothing was answered. Absence is the only way not to answer; what a widget leaves behind counts as absent. */
export function isEmpty(value: unknown): boolean {
  // Nearly every answer is a text, a number or a boolean: those are told by one question.
  if (typeof value !== 'object') return value === undefined || value === '';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  return Object.values(value).every(isEmpty);
}

/**
 * The value without its empty parts; undefined when nothing is left. Items of a list keep their place (as `{}`), because
 * problems point at them by number.
 */
export function clean(value: unknown): unknown {
  if (typeof value !== 'object') return value === '' ? undefined : value;
  if (isEmpty(value)) return undefined;
  if (Array.isArray(value)) return cleanList(value);
  return isPlainObject(value) ? cleanObject(value) : value;
}

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
