import type { TermField } from '../../../../server/contract/staff/studioTerms.ts';

/** How many of a file's units make one displayed unit: 100 centavos are a peso, 10,000 parts per million a per cent. */
const parts: Partial<Record<TermField['unit'], number>> = { cents: 100, ppm: 10_000, days: 1, number: 1 };

/** A value in its displayed unit. */
export function shownIn(unit: TermField['unit'], value: unknown): string {
  const size = parts[unit];
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' && size !== undefined) return String(value / size);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parses a typed value. Text that is not a number stays as it is, and the compiler reports it. */
export function typedIn(unit: TermField['unit'], typed: string): unknown {
  const size = parts[unit];
  if (size === undefined) return typed.trim();
  const number = Number(typed.replaceAll(/[\s,]/g, ''));
  return typed.trim() === '' || !Number.isFinite(number) ? typed.trim() : Math.round(number * size);
}
