import type { Formats } from '../../../../engine/texts/formats.ts';
import type { DecisionColumn } from '../../../../server/contract/staff/studioDecisions.ts';
import { written } from './rows.ts';

const hundredths = 100;

const isMoney = (name: string, columns: readonly DecisionColumn[]): boolean =>
  columns.some((column) => column.name === name && column.unit === 'cents');

/** The heading of a column: its title, with the currency if it is an amount. */
export function titleOf(name: string, columns: readonly DecisionColumn[], formats: Formats): string {
  const title = columns.find((column) => column.name === name)?.title ?? name;
  return isMoney(name, columns) ? `${title} (${formats.currencySymbol()})` : title;
}

/** A value for display: an amount is in the currency's unit, not in hundredths. */
export function shownValue(name: string, value: unknown, columns: readonly DecisionColumn[], formats: Formats): string {
  if (typeof value !== 'number') return written(value);
  return formats.number(isMoney(name, columns) ? value / hundredths : value);
}

/** The stored value of a typed number. */
export const stored = (name: string, value: unknown, columns: readonly DecisionColumn[]): unknown =>
  typeof value === 'number' && isMoney(name, columns) ? Math.round(value * hundredths) : value;

/** An outcome on one line: `rejected, Reason: age`. */
export function shownOutcome(outcome: Readonly<Record<string, unknown>>, columns: readonly DecisionColumn[], formats: Formats): string {
  const [first, ...rest] = Object.entries(outcome);
  if (!first) return '';
  return [
    written(first[1]),
    ...rest.map(([name, value]) => `${titleOf(name, columns, formats)}: ${shownValue(name, value, columns, formats)}`),
  ].join(', ');
}
