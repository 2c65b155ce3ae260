import { applyPosting, extensionQuote, isRefused, nextDueDate, payoffOn } from '../../lending/index.ts';
import type { Day, LoanBalance, Posting } from '../../lending/types.ts';
import type { RepaymentRecord } from './types.ts';

export interface Received {
  kind: RepaymentRecord['kind'];
  cashCents: number;
  /** Amount of the coupon; 0 without one, or when it is no longer available. */
  couponCents: number;
  day: Day;
  /** The amount to return for a cancelled loan. */
  requestedCents: number;
  /** The due date promised for an extension. */
  newDueDate?: Day;
}

/**
 * The postings for money received for a loan, in order. Any amount counts (lending.md): it pays for the extension or cancellation if it
 * covers it, the rest pays the amounts due in the usual order, and any surplus is owed to the borrower. Empty if the loan cannot take the
 * money, which is then held in suspense. Money that the provider reports after later postings counts from its own day, as held money does.
 */
export function bookingOf(balance: LoanBalance, received: Received): Posting[] {
  const { cashCents, couponCents, day } = received;
  if (balance.state === 'undisbursed' || cashCents + couponCents <= 0) return [];
  const requested = balance.state === 'active' ? requestedPosting(balance, received) : undefined;
  if (!requested) {
    const payment: Posting = { type: 'payment', day, cashCents, couponCents: couponShareCents(balance, received) };
    const placedBack: Posting = { ...payment, placedBack: true };
    const canReplay = day < balance.asOfDay && payment.couponCents === 0 && !isRefused(applyPosting(balance, placedBack));
    return [canReplay ? placedBack : payment];
  }
  const usedCents = requested.type === 'extension' ? requested.cashCents : received.requestedCents;
  const rest: Posting = { type: 'payment', day, cashCents: cashCents - usedCents, couponCents: 0 };
  return rest.cashCents > 0 ? [requested, rest] : [requested];
}

/** The requested extension or cancellation, if it is still available as shown and the money covers it. */
function requestedPosting(balance: LoanBalance, received: Received): Extract<Posting, { type: 'extension' | 'cancellation' }> | undefined {
  const { kind, cashCents, couponCents, day, requestedCents, newDueDate = '' } = received;
  if (kind === 'cancellation') {
    const posting = { type: kind, day } as const;
    return cashCents < requestedCents || isRefused(applyPosting(balance, posting)) ? undefined : posting;
  }
  // Another extension has already moved the due date this far.
  if (kind !== 'extension' || (nextDueDate(balance) ?? '') >= newDueDate) return undefined;
  const quote = extensionQuote(balance, day);
  if ('refused' in quote || cashCents + couponCents < quote.amountCents) return undefined;
  return { type: kind, day, cashCents: quote.amountCents - couponCents, couponCents };
}

/**
 * The coupon of a full repayment is used only if money and coupon together settle the loan and the money alone does not. Otherwise (the
 * money was late or too little) it is released.
 */
function couponShareCents(balance: LoanBalance, { kind, cashCents, couponCents, day }: Received): number {
  const { totalCents } = payoffOn(balance, day);
  const leftCents = totalCents - cashCents;
  return kind === 'full' && leftCents > 0 && couponCents >= leftCents ? Math.min(couponCents, totalCents) : 0;
}
