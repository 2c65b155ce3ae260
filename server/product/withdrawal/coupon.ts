import type { Day } from '../../lending/types.ts';
import { ownOrNotFound } from '../../platform/http/own.ts';
import { fail } from '../../platform/problem.ts';
import type { CouponRecord } from '../coupons/types.ts';
import { couponUse } from '../coupons/use.ts';
import type { Choice } from './products.ts';
import type { Reader } from '../../platform/customer/viewer.ts';

/**
 * The coupon that a borrower chose for a loan. Refuses with `notFound` (another customer's), with `couponUnavailable` (used, reserved,
 * expired, or for repayments), `couponNotToday`, and with `couponMinimumNotPaid` (E14) for a loan below its minimum.
 */
export async function withdrawalCoupon(
  { db, deps, customerId }: Omit<Reader, 'vault'>,
  { couponId, amountCents }: Choice,
  today: Day,
): Promise<CouponRecord | undefined> {
  if (couponId === undefined) return undefined;
  const found = await db.selectFrom('coupons').selectAll().where('id', '=', couponId).executeTakeFirst();
  const coupon: CouponRecord = ownOrNotFound(deps, customerId, 'coupon', couponId, found);
  const use = couponUse(coupon, { kind: 'withdrawal', amountCents }, today);
  if ('refused' in use) fail(use.refused);
  return coupon;
}
