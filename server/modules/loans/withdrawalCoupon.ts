import type { Day } from '../../lending/types.ts';
import type { Db, Tx } from '../../db/database.ts';
import { fail } from '../../http/problem.ts';
import type { CouponRecord } from '../coupons/types.ts';
import { couponUse } from '../coupons/use.ts';

/**
 * The coupon that a borrower chose for a loan. Refuses with `couponUnavailable` what is not there, not theirs, spent, held
 * or expired, and with `couponMinimumNotPaid` (E14) a loan that is too small for it.
 */
export async function withdrawalCoupon(
  db: Db | Tx,
  customerId: string,
  couponId: string | undefined,
  principalCents: number,
  today: Day,
): Promise<CouponRecord | undefined> {
  if (couponId === undefined) return undefined;
  const coupon = await db
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', couponId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!coupon) fail('couponUnavailable');
  const use = couponUse(coupon, { kind: 'withdrawal', amountCents: principalCents }, today);
  if ('refused' in use) fail(use.refused);
  return coupon;
}
