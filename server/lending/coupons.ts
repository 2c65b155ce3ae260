import { addDays } from '../../engine/config/days.ts';
import type { Day, Refused } from './types.ts';

/** `withdrawal` reduces the deduction at payout. The others pay part of a repayment. */
export type CouponKind = 'withdrawal' | 'repayment' | 'addDesktop';

/** Terms of a coupon, fixed when it is granted. */
export interface CouponTerms {
  kind: CouponKind;
  amountCents: number;
  /** Minimum amount of the operation, before the coupon. */
  minAmountCents?: number;
  fullRepaymentOnly?: boolean;
}

export interface CouponUse {
  couponCents: number;
  /** Amount that lapses, because a coupon can be used only once. */
  forfeitedCents: number;
}

/** Reduces the deduction, at most to zero. The rest of the coupon lapses (lending.md, "Amounts"). */
export function applyWithdrawalCoupon(faceCents: number, deductionCents: number): CouponUse {
  const couponCents = Math.min(faceCents, deductionCents);
  return { couponCents, forfeitedCents: faceCents - couponCents };
}

/** Checks whether a coupon can be used to borrow this amount. */
export function checkWithdrawalCoupon(
  { kind, minAmountCents = 0 }: CouponTerms,
  principalCents: number,
): Refused<'COUPON_KIND' | 'COUPON_MIN_AMOUNT'> | undefined {
  if (kind !== 'withdrawal') return { refused: 'COUPON_KIND' };
  return principalCents < minAmountCents ? { refused: 'COUPON_MIN_AMOUNT' } : undefined;
}

/**
 * Returns what a coupon pays of a repayment (lending.md, "Coupons"; spec §8: the minimum amount must be paid; add-desktop coupons work for
 * full repayment only).
 *
 * @param repayment.amountCents total payment, coupon included
 */
export function checkRepaymentCoupon(
  coupon: CouponTerms,
  repayment: { kind: 'full' | 'partial' | 'extension'; amountCents: number },
): (CouponUse & { cashCents: number }) | Refused<'COUPON_KIND' | 'COUPON_MIN_AMOUNT' | 'COUPON_FULL_REPAYMENT_ONLY'> {
  const { kind, amountCents, minAmountCents = 0, fullRepaymentOnly = false } = coupon;
  if (kind === 'withdrawal') return { refused: 'COUPON_KIND' };
  if ((fullRepaymentOnly || kind === 'addDesktop') && repayment.kind !== 'full') return { refused: 'COUPON_FULL_REPAYMENT_ONLY' };
  if (repayment.amountCents < minAmountCents) return { refused: 'COUPON_MIN_AMOUNT' };
  const couponCents = Math.min(amountCents, repayment.amountCents);
  return { couponCents, cashCents: repayment.amountCents - couponCents, forfeitedCents: amountCents - couponCents };
}

/** The last day on which a coupon is valid. */
export const couponExpiresOn = (grantedOn: Day, validDays: number): Day => addDays(grantedOn, validDays);

export const isCouponValid = (expiresOn: Day, today: Day): boolean => today <= expiresOn;
