import { applyPosting, extensionQuote, isRefused, nextDueDate, payoffOn } from '../../lending/index.ts';
import type { Day, LoanBalance, Posting } from '../../lending/types.ts';
import type { RepaymentRecord } from './types.ts';

export interface Received {
  kind: RepaymentRecord['kind'];
  cashCents: number;
  /** What the coupon may add; 0 where there is none, or where it is gone. */
  couponCents: number;
  day: Day;
  /** The amount to return for a cancelled loan. */
  askedCents: number;
  /** The due date that an extension promised. */
  newDueDate?: Day;
}

/**
 * The postings for money that came in for a loan, in order. Any amount counts (lending.md): it makes the extension or cancellation if
 * it covers it; the rest pays the amounts due in the usual order, and any surplus is owed to the borrower. Empty when the loan cannot
 * take the money: it is then held in suspense. Money that the provider reports after later postings counts from its own day, as held
 * money does.
 */
export function bookingOf(balance: LoanBalance, received: Received): Posting[] {
  const { cashCents, couponCents, day } = received;
  if (balance.state === 'undisbursed' || cashCents + couponCents <= 0) return [];
  const asked = balance.state === 'active' ? askedPosting(balance, received) : undefined;
  if (!asked) {
    const payment: Posting = { type: 'payment', day, cashCents, couponCents: couponShareCents(balance, received) };
    const placedBack: Posting = { ...payment, placedBack: true };
    const isReckonedAnew = day < balance.asOfDay && payment.couponCents === 0 && !isRefused(applyPosting(balance, placedBack));
    return [isReckonedAnew ? placedBack : payment];
  }
  const usedCents = asked.type === 'extension' ? asked.cashCents : received.askedCents;
  const rest: Posting = { type: 'payment', day, cashCents: cashCents - usedCents, couponCents: 0 };
  return rest.cashCents > 0 ? [asked, rest] : [asked];
}

/** The extension or cancellation that was asked for, where it still stands as it was shown and the money covers it. */
function askedPosting(balance: LoanBalance, received: Received): Extract<Posting, { type: 'extension' | 'cancellation' }> | undefined {
  const { kind, cashCents, couponCents, day, askedCents, newDueDate = '' } = received;
  if (kind === 'cancellation') {
    const posting = { type: kind, day } as const;
    return cashCents < askedCents || isRefused(applyPosting(balance, posting)) ? undefined : posting;
  }
  // A due date that was moved as far meanwhile is not moved again.
  if (kind !== 'extension' || (nextDueDate(balance) ?? '') >= newDueDate) return undefined;
  const quote = extensionQuote(balance, day);
  if ('refused' in quote || cashCents + couponCents < quote.amountCents) return undefined;
  return { type: kind, day, cashCents: quote.amountCents - couponCents, couponCents };
}

/**
 * The coupon of a full repayment serves where money and coupon settle the loan. Where they do not (the money came late, or short),
 * or where the money alone does, the coupon is given back.
 */
function couponShareCents(balance: LoanBalance, { kind, cashCents, couponCents, day }: Received): number {
  const { totalCents } = payoffOn(balance, day);
  const leftCents = totalCents - cashCents;
  return kind === 'full' && leftCents > 0 && couponCents >= leftCents ? Math.min(couponCents, totalCents) : 0;
}
