import { extensionQuote, laterOf, nextDueDate, nothingPaid, payoffOn } from '../../lending/index.ts';
import type { Allocation, Day, LoanBalance, Refusal } from '../../lending/types.ts';

/** The kinds of payment that an active loan allows. */
export type PayableKind = 'full' | 'extension';

/** The amount to pay. It is shown, and booked if it is paid in time. */
export interface Quote {
  dueCents: number;
  parts: Allocation;
  /** Day of the quote: today, or the day of the last posting if the clock went back. */
  day: Day;
  /** Next due date of the loan. */
  dueDate?: Day;
  /** Only for an extension. */
  newDueDate?: Day;
  payoffThenCents?: number;
}

/** Error codes of the core's refusals. */
const codes: Partial<Record<Refusal, string>> = {
  MAX_EXTENSIONS: 'maxExtensions',
  TOTAL_COST_CAP: 'totalCostCap',
  NOT_ACTIVE: 'noOpenLoan',
};
export const refusalCode = (refused: Refusal): string => codes[refused] ?? 'conflict';

/** The next due date, if there is one. */
export function dueOf(balance: LoanBalance): { dueDate?: Day } {
  const dueDate = nextDueDate(balance);
  return dueDate === undefined ? {} : { dueDate };
}

/** The amount that settles the loan today, with its parts. */
export function fullQuote(balance: LoanBalance, today: Day): Quote {
  const { principalCents, interestCents, lateChargeCents, penaltyCents, totalCents } = payoffOn(balance, today);
  const parts = { ...nothingPaid, principalCents, interestCents, lateChargeCents, penaltyCents };
  return { dueCents: totalCents, parts, day: laterOf(today, balance.asOfDay), ...dueOf(balance) };
}

/** The amount to pay today to settle the loan or to extend it. */
export function quoteOf(balance: LoanBalance, kind: PayableKind, today: Day): Quote | { refused: Refusal } {
  if (balance.state !== 'active') return { refused: 'NOT_ACTIVE' };
  if (kind === 'full') return fullQuote(balance, today);
  const quote = extensionQuote(balance, today);
  if ('refused' in quote) return quote;
  const { amountCents, parts, newDueDate, payoffThenCents } = quote;
  return { dueCents: amountCents, parts, newDueDate, payoffThenCents, day: laterOf(today, balance.asOfDay), ...dueOf(balance) };
}
