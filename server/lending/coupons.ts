import { addDays } from '../../engine/config/days.ts';
import type { Day, Refused } from './types.ts';

/** `withdrawal` cuts what is kept at payout; the others pay a part of a repayment. */
export type CouponKind = 'withdrawal' | 'repayment' | 'addDesktop';

/** What decides whether and how far a coupon serves; its terms are those of the day on which it was given. */
export interface CouponTerms {
  kind: CouponKind;
  amountCents: number;
  /** What the operation must come to at least, before the coupon. */
  minAmountCents?: number;
  fullRepaymentOnly?: boolean;
}

export interface CouponUse {
  couponCents: number;
  /** Lost: a coupon is used once. */
  forfeitedCents: number;
}

/** A withdrawal coupon cuts the deduction, at most to nothing; what is left of it is lost (lending.md, "Amounts"). */
export function applyWithdrawalCoupon(faceCents: number, deductionCents: number): CouponUse {
  const couponCents = Math.min(faceCents, deductionCents);
  return { couponCents, forfeitedCents: faceCents - couponCents };
}

/** Whether a coupon serves for borrowing this amount. */
export function checkWithdrawalCoupon(
  { kind, minAmountCents = 0 }: CouponTerms,
  principalCents: number,
): Refused<'COUPON_KIND' | 'COUPON_MIN_AMOUNT'> | undefined {
  if (kind !== 'withdrawal') return { refused: 'COUPON_KIND' };
  return principalCents < minAmountCents ? { refused: 'COUPON_MIN_AMOUNT' } : undefined;
}

/**
 * What a coupon pays of a repayment (lending.md, "Coupons"; spec §8: the required amount must be paid; add-desktop coupons
 * serve full repayment only).
 *
 * @param repayment.amountCents what is paid in all, coupon included
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

/** The last day on which a coupon serves. */
export const couponExpiresOn = (grantedOn: Day, validDays: number): Day => addDays(grantedOn, validDays);

/** Whether a coupon may still be used on a day. */
export const isCouponValid = (expiresOn: Day, today: Day): boolean => today <= expiresOn;
