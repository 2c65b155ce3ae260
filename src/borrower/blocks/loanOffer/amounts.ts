import type { LoanOffer } from '../../contract.ts';

export type Product = LoanOffer['products'][number];
export type Range = Pick<Product, 'minCents' | 'maxCents' | 'stepCents'>;

/** Number of steps from the smallest to the largest amount. The last one may be shorter. */
export const stepCount = ({ minCents, maxCents, stepCents }: Range): number => Math.max(0, Math.ceil((maxCents - minCents) / stepCents));

export const amountAt = ({ minCents, maxCents, stepCents }: Range, step: number): number => Math.min(minCents + step * stepCents, maxCents);

/** The step nearest to an amount. */
export function stepOf(range: Range, amountCents: number): number {
  if (amountCents >= range.maxCents) return stepCount(range);
  return Math.max(0, Math.round((amountCents - range.minCents) / range.stepCents));
}

/** The next valid amount above (1) or below (-1) an amount that may lie between two steps. */
export function neighbour(range: Range, amountCents: number, direction: 1 | -1): number {
  const exact = (amountCents - range.minCents) / range.stepCents;
  const step = amountCents >= range.maxCents ? stepCount(range) : direction === 1 ? Math.floor(exact) : Math.ceil(exact);
  return amountAt(range, Math.min(Math.max(step + direction, 0), stepCount(range)));
}

export type AmountProblem = 'tooLow' | 'tooHigh' | 'notStep';

/** The problem of a typed amount. The whole available amount is allowed even between two steps. */
export function problemOf({ minCents, maxCents, stepCents }: Range, amountCents: number): AmountProblem | undefined {
  if (amountCents > maxCents) return 'tooHigh';
  if (amountCents < minCents) return 'tooLow';
  return amountCents === maxCents || (amountCents - minCents) % stepCents === 0 ? undefined : 'notStep';
}

/** The initial amount: the earlier choice if it is still offered, otherwise the middle, which does not push anybody to borrow more. */
export const startOf = (range: Range, chosenCents?: number): number =>
  chosenCents !== undefined && problemOf(range, chosenCents) === undefined
    ? chosenCents
    : amountAt(range, Math.floor(stepCount(range) / 2));

const hundredths = 100;

/** Parses an amount (`1,500` or `1500.50`) to hundredths; undefined when it is invalid. */
export function parseAmount(typed: string): number | undefined {
  const bare = /^(\d{1,9}|[1-9]\d{0,2}([,\s]\d{3}){1,2})(\.\d{0,2})?$/.test(typed.trim()) ? typed.replaceAll(/[,\s]/g, '') : '';
  return bare === '' ? undefined : Math.round(Number(bare) * hundredths);
}
