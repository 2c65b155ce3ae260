import type { Coupon } from '../../contract/coupons.ts';
import { isCouponValid, nextUsableDay } from '../../lending/coupons.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { couponUse, isFree, type CouponOperation } from './use.ts';
import type { CouponRecord } from './types.ts';

/** All coupons of a customer, soonest to expire first. */
export const couponsOf = (db: Db | Tx, customerId: string): Promise<CouponRecord[]> =>
  db
    .selectFrom('coupons')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('expires_day')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** A coupon as its owner sees it, for an operation if one is given. Past its last day it counts as expired, even before the job has run. */
export function couponView(coupon: CouponRecord, today: string, operation?: CouponOperation): Coupon {
  const use = operation && couponUse(coupon, operation, today);
  const isAvailable = isFree(coupon, today);
  const nextDay = nextUsableDay(coupon.usable ?? {}, today, coupon.expires_day);
  const otherDay = isAvailable && nextDay !== today ? 'couponNotToday' : undefined;
  const refused = use && 'refused' in use ? use.refused : otherDay;
  const isPast = coupon.state === 'available' && !isCouponValid(coupon.expires_day, today);
  return {
    id: coupon.id,
    type: coupon.type,
    kind: coupon.kind,
    state: isPast ? 'expired' : coupon.state,
    amountCents: coupon.amount_cents,
    ...(coupon.min_amount_cents === null ? {} : { minAmountCents: coupon.min_amount_cents }),
    fullRepaymentOnly: coupon.full_repayment_only,
    expiresOn: coupon.expires_day,
    ...(nextDay === undefined || nextDay === today ? {} : { usableFrom: nextDay }),
    ...(coupon.usable?.beforeDueDate ? { beforeDueDate: true } : {}),
    usableNow: refused === undefined && isAvailable,
    ...(use && !('refused' in use) ? { savesCents: use.couponCents, lapsesCents: use.forfeitedCents } : {}),
    ...(refused === undefined ? {} : { unusableReason: refused }),
    ...(coupon.used_at ? { usedAt: coupon.used_at.toISOString() } : {}),
  };
}

/** The free coupons for an operation, each with whether it can be used and, if not, why. */
export async function couponsFor(db: Db | Tx, customerId: string, operation: CouponOperation, today: string): Promise<Coupon[]> {
  const coupons = await couponsOf(db, customerId);
  const isOfKind = ({ kind }: CouponRecord) => (kind === 'withdrawal') === (operation.kind === 'withdrawal');
  return coupons.filter((coupon) => isOfKind(coupon) && isFree(coupon, today)).map((coupon) => couponView(coupon, today, operation));
}
