import { extensionQuote, laterOf, nothingPaid, payoffOn } from '../../lending/index.ts';
import type { Allocation, Day, LoanBalance, Refusal } from '../../lending/types.ts';

/** What somebody may do with a loan that is active. */
export type PayableKind = 'full' | 'extension';

/** The amount to pay, as shown, and as booked when it is paid in time. */
export interface Quote {
  dueCents: number;
  parts: Allocation;
  /** The day it is reckoned for: today, or that of the last posting if the clock went back. */
  day: Day;
  /** Of an extension. */
  newDueDate?: Day;
  payoffThenCents?: number;
}

/** Error codes of what the core refuses. */
const codes: Partial<Record<Refusal, string>> = {
  MAX_EXTENSIONS: 'maxExtensions',
  TOTAL_COST_CAP: 'totalCostCap',
  NOT_ACTIVE: 'noOpenLoan',
};
export const refusalCode = (refused: Refusal): string => codes[refused] ?? 'conflict';

/** What settles the loan today, in its parts. */
export function fullQuote(balance: LoanBalance, today: Day): Quote {
  const { principalCents, interestCents, lateChargeCents, penaltyCents, totalCents } = payoffOn(balance, today);
  const parts = { ...nothingPaid, principalCents, interestCents, lateChargeCents, penaltyCents };
  return { dueCents: totalCents, parts, day: laterOf(today, balance.asOfDay) };
}

/** The amount to pay today to settle the loan or to extend it. */
export function quoteOf(balance: LoanBalance, kind: PayableKind, today: Day): Quote | { refused: Refusal } {
  if (balance.state !== 'active') return { refused: 'NOT_ACTIVE' };
  if (kind === 'full') return fullQuote(balance, today);
  const quote = extensionQuote(balance, today);
  if ('refused' in quote) return quote;
  const { amountCents, parts, newDueDate, payoffThenCents } = quote;
  return { dueCents: amountCents, parts, newDueDate, payoffThenCents, day: laterOf(today, balance.asOfDay) };
}
