import { addDays, weekdayOf, weekdays } from '../../engine/config/days.ts';
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
  usable?: CouponDays;
}

/** When a coupon can be used, in addition to its last day. A day on any of the lists counts. */
export interface CouponDays {
  weekdays?: readonly (typeof weekdays)[number][];
  daysOfMonth?: readonly number[];
  /** MM-DD */
  daysOfYear?: readonly string[];
  /** Only before the due date of the loan. */
  beforeDueDate?: boolean;
}

/** Whether a coupon can be used on a day. Without lists, it can be used every day. */
export function isUsableOn({ weekdays: ofWeek, daysOfMonth, daysOfYear }: CouponDays, day: Day): boolean {
  if (!ofWeek && !daysOfMonth && !daysOfYear) return true;
  const weekday = weekdays[weekdayOf(day)];
  return (
    ofWeek?.some((each) => each === weekday) === true ||
    daysOfMonth?.includes(Number(day.slice(8))) === true ||
    daysOfYear?.includes(day.slice(5)) === true
  );
}

/** The first day within a range on which a coupon can be used. */
export function nextUsableDay(usable: CouponDays, from: Day, until: Day): Day | undefined {
  for (let day = from; day <= until; day = addDays(day, 1)) if (isUsableOn(usable, day)) return day;
  return undefined;
}

/** Checks whether a coupon can be used today. @param dueDate of the loan that is repaid */
export function checkCouponDay(
  { usable = {} }: Pick<CouponTerms, 'usable'>,
  today: Day,
  dueDate?: Day,
): Refused<'COUPON_DAY' | 'COUPON_PAST_DUE'> | undefined {
  if (!isUsableOn(usable, today)) return { refused: 'COUPON_DAY' };
  return usable.beforeDueDate && dueDate !== undefined && today >= dueDate ? { refused: 'COUPON_PAST_DUE' } : undefined;
}

/** Whether the calendar grants a coupon on a day: on one date (YYYY-MM-DD), once a year (MM-DD) or once a month (DD). */
export const isCalendarDay = (written: string, today: Day): boolean => today === written || today.endsWith(`-${written}`);

export interface CouponUse {
  couponCents: number;
  /** Amount that lapses, because a coupon can be used only once. */
  forfeitedCents: number;
}

/** Reduces the deduction, down to zero at most. The rest of the coupon lapses (lending.md, "Amounts"). */
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
