import { applyPosting, isRefused, payoffOn } from '../../lending/index.ts';
import type { Day, LoanBalance, Posting } from '../../lending/types.ts';
import type { RepaymentRecord } from './types.ts';

export interface Received {
  kind: RepaymentRecord['kind'];
  cashCents: number;
  /** What the coupon may add; 0 where there is none, or where it is gone. */
  couponCents: number;
  day: Day;
}

/**
 * What money that came in is booked as, or undefined for what does not fit and is held in suspense.
 *
 * - A loan that is over takes no more: the money is owed to the borrower (LV-34), the coupon is given back.
 * - A full repayment uses its coupon if the two settle the loan. If they do not (it came late, or the coupon is gone), the money
 *   alone is allocated, the coupon is not lost on a part, and what is left is seen as still due.
 * - An extension and the return of a cancelled loan are booked as what they were quoted as, or not at all: part of an
 *   extension would be another thing than the borrower asked for.
 */
export function bookingOf(balance: LoanBalance, received: Received): Posting | undefined {
  const { kind, cashCents, couponCents, day } = received;
  if (balance.state !== 'active') return { type: 'payment', day, cashCents, couponCents: 0 };
  if (kind === 'full') return { type: 'payment', day, cashCents, couponCents: couponShareCents(balance, received) };
  const posting: Posting = kind === 'extension' ? { type: kind, day, cashCents, couponCents } : { type: kind, day };
  return isRefused(applyPosting(balance, posting)) ? undefined : posting;
}

/** A coupon pays what the money leaves, never more: it is not paid out. */
function couponShareCents(balance: LoanBalance, { cashCents, couponCents, day }: Received): number {
  const leftCents = payoffOn(balance, day).totalCents - cashCents;
  return couponCents >= leftCents ? Math.max(0, leftCents) : 0;
}
