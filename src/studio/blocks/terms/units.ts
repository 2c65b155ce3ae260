import type { TermField } from '../../../../server/contract/staff/studioTerms.ts';
import { readNumeral } from '../../parts/numeral.ts';

/** How many of a file's units make one displayed unit: 100 centavos are a peso, 10,000 parts per million a per cent. */
const parts: Partial<Record<TermField['unit'], number>> = { cents: 100, ppm: 10_000, days: 1, number: 1 };

/** A value in its displayed unit. */
export function shownIn(unit: TermField['unit'], value: unknown): string {
  const size = parts[unit];
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && size !== undefined) return String(value / size);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const isNumber = (unit: TermField['unit']): boolean => parts[unit] !== undefined;

export const isWhole = (unit: TermField['unit']): boolean => parts[unit] === 1;

/** Parses a typed value. Text that is not a number stays as it is. */
export function typedIn(unit: TermField['unit'], typed: string): unknown {
  const size = parts[unit];
  if (size === undefined) return typed.trim();
  const number = readNumeral(typed, isWhole(unit));
  return typeof number === 'number' ? Math.round(number * size) : typed.trim();
}
