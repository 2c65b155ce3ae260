import {
  applyWithdrawalCoupon,
  checkRepaymentCoupon,
  checkWithdrawalCoupon,
  isCouponValid,
  type CouponTerms,
  type CouponUse,
} from '../../lending/coupons.ts';
import { isRefused, type Refusal } from '../../lending/types.ts';
import type { CouponRecord } from './types.ts';

/** What a coupon is to serve for: `amountCents` is borrowed, or paid in all, coupon included. */
export interface CouponOperation {
  kind: 'withdrawal' | 'full' | 'extension';
  amountCents: number;
  /** Fees deducted at payout without a coupon. Without it, no part of the coupon counts as lost. */
  deductionCents?: number;
}

/** Error codes of a coupon that does not serve. */
export type CouponRefusal = 'couponUnavailable' | 'couponMinimumNotPaid' | 'couponFullRepaymentOnly';

const refusals: Partial<Record<Refusal, CouponRefusal>> = {
  COUPON_MIN_AMOUNT: 'couponMinimumNotPaid',
  COUPON_FULL_REPAYMENT_ONLY: 'couponFullRepaymentOnly',
};

/** What the core knows of a coupon: the terms of the day on which it was granted. */
export const termsOf = (coupon: CouponRecord): CouponTerms => ({
  kind: coupon.kind,
  amountCents: coupon.amount_cents,
  ...(coupon.min_amount_cents === null ? {} : { minAmountCents: coupon.min_amount_cents }),
  fullRepaymentOnly: coupon.full_repayment_only,
});

/** Whether a coupon is free and not past its last day. */
export const isFree = ({ state, expires_day: lastDay }: CouponRecord, today: string): boolean =>
  state === 'available' && isCouponValid(lastDay, today);

/** What a coupon is worth for an operation today, or the error code of why it does not serve (E14, E15). */
export function couponUse(
  coupon: CouponRecord,
  { kind, amountCents, deductionCents = coupon.amount_cents }: CouponOperation,
  today: string,
): CouponUse | { refused: CouponRefusal } {
  if (!isFree(coupon, today)) return { refused: 'couponUnavailable' };
  const terms = termsOf(coupon);
  const use =
    kind === 'withdrawal'
      ? (checkWithdrawalCoupon(terms, amountCents) ?? applyWithdrawalCoupon(coupon.amount_cents, deductionCents))
      : checkRepaymentCoupon(terms, { kind, amountCents });
  if (isRefused(use)) return { refused: refusals[use.refused] ?? 'couponUnavailable' };
  return { couponCents: use.couponCents, forfeitedCents: use.forfeitedCents };
}
