import {
  applyWithdrawalCoupon,
  checkCouponDay,
  checkRepaymentCoupon,
  checkWithdrawalCoupon,
  isCouponValid,
  type CouponTerms,
  type CouponUse,
} from '../../lending/coupons.ts';
import { isRefused, type Refusal } from '../../lending/types.ts';
import type { CouponRecord } from './types.ts';

/** The operation that a coupon is to be used for. `amountCents` is the amount borrowed, or the total paid including the coupon. */
export interface CouponOperation {
  kind: 'withdrawal' | 'full' | 'extension';
  amountCents: number;
  /** Fees that would be deducted at payout without a coupon. If absent, no part of the coupon counts as lost. */
  deductionCents?: number;
  /** Next due date of the loan that is repaid. */
  dueDate?: string;
}

/** Error codes of a coupon that cannot be used. */
export type CouponRefusal =
  | 'couponUnavailable'
  | 'couponMinimumNotPaid'
  | 'couponFullRepaymentOnly'
  | 'couponNotToday'
  | 'couponPastDueDate';

const refusals: Partial<Record<Refusal, CouponRefusal>> = {
  COUPON_MIN_AMOUNT: 'couponMinimumNotPaid',
  COUPON_FULL_REPAYMENT_ONLY: 'couponFullRepaymentOnly',
  COUPON_DAY: 'couponNotToday',
  COUPON_PAST_DUE: 'couponPastDueDate',
};

/** The coupon's terms as the core needs them, from the day of its grant. */
export const termsOf = (coupon: CouponRecord): CouponTerms => ({
  kind: coupon.kind,
  amountCents: coupon.amount_cents,
  ...(coupon.min_amount_cents === null ? {} : { minAmountCents: coupon.min_amount_cents }),
  fullRepaymentOnly: coupon.full_repayment_only,
  ...(coupon.usable === null ? {} : { usable: coupon.usable }),
});

export const isFree = ({ state, expires_day: lastDay }: CouponRecord, today: string): boolean =>
  state === 'available' && isCouponValid(lastDay, today);

/** What a coupon is worth for an operation today, or the error code that says why it cannot be used (E14, E15, its days). */
export function couponUse(
  coupon: CouponRecord,
  { kind, amountCents, deductionCents = coupon.amount_cents, dueDate }: CouponOperation,
  today: string,
): CouponUse | { refused: CouponRefusal } {
  if (!isFree(coupon, today)) return { refused: 'couponUnavailable' };
  const terms = termsOf(coupon);
  const use =
    checkCouponDay(terms, today, dueDate) ??
    (kind === 'withdrawal'
      ? (checkWithdrawalCoupon(terms, amountCents) ?? applyWithdrawalCoupon(coupon.amount_cents, deductionCents))
      : checkRepaymentCoupon(terms, { kind, amountCents }));
  if (isRefused(use)) return { refused: refusals[use.refused] ?? 'couponUnavailable' };
  return { couponCents: use.couponCents, forfeitedCents: use.forfeitedCents };
}
