import { isPlainObject } from '../form/empty.ts';
import { stableJson } from '../form/hash.ts';

/** Formats a value for messages. */
export const said = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

export const isSame = (one: unknown, other: unknown): boolean => stableJson(one) === stableJson(other);

export function different(expected: unknown, actual: unknown): string | undefined {
  return isSame(expected, actual) ? undefined : `Expected ${said(expected)}, but it is ${said(actual)}.`;
}

/** Compares only the named properties of objects. Everything else must be equal. */
export function lacking(expected: unknown, actual: unknown): string | undefined {
  return covers(actual, expected) ? undefined : `Expected ${said(expected)}, but it is ${said(actual)}.`;
}

function covers(actual: unknown, expected: unknown): boolean {
  if (!isPlainObject(expected)) return stableJson(actual) === stableJson(expected);
  return isPlainObject(actual) && Object.entries(expected).every(([name, value]) => covers(actual[name], value));
}
