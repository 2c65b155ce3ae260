import { isCouponValid } from '../../lending/coupons.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import { applyCouponEvent } from './transitions.ts';
import type { CouponRecord } from './types.ts';

/**
 * Reserves a coupon for an operation that is starting. Only one of several concurrent calls succeeds: the row is locked, and the database
 * allows one holder. Repeating the call for the same operation changes nothing.
 *
 * The caller checks whether the terms allow the operation (`couponUse`).
 *
 * @param operation `loan:<id>` or `repayment:<id>`; each operation can hold one coupon
 * @returns the coupon, or undefined if it is not the customer's, not free or past its last day
 */
export async function tryReserveCoupon(
  tx: Tx,
  deps: Deps,
  { couponId, customerId, operation }: { couponId: string; customerId: string; operation: string },
): Promise<CouponRecord | undefined> {
  const coupon = await tx
    .selectFrom('coupons')
    .selectAll()
    .where('id', '=', couponId)
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
  if (!coupon) return undefined;
  if (coupon.state === 'reserved' && coupon.reserved_by === operation) return coupon;
  if (coupon.state !== 'available' || !isCouponValid(coupon.expires_day, todayOf(deps))) return undefined;
  return applyCouponEvent(tx, deps, coupon, { name: 'reserved', operation });
}

/** Like `tryReserveCoupon`, but refuses with `couponUnavailable` (409). */
export const reserveCoupon = async (
  tx: Tx,
  deps: Deps,
  held: { couponId: string; customerId: string; operation: string },
): Promise<CouponRecord> => (await tryReserveCoupon(tx, deps, held)) ?? fail('couponUnavailable');

/**
 * Releases the coupon of an operation that failed. If the coupon is past its last day, the next job expires it. Does nothing if none is
 * held.
 */
export const releaseCoupon = (tx: Tx, deps: Deps, operation: string): Promise<CouponRecord | undefined> =>
  move(tx, deps, operation, 'released');

/** Spends the coupon of an operation that succeeded. Does nothing if none is held or it is already spent. */
export const useCoupon = (tx: Tx, deps: Deps, operation: string): Promise<CouponRecord | undefined> => move(tx, deps, operation, 'used');

/** Makes the coupon of a cancelled loan available again. */
export const restoreCoupon = (tx: Tx, deps: Deps, operation: string): Promise<CouponRecord | undefined> =>
  move(tx, deps, operation, 'restored');

/** Revokes a coupon that nobody holds. Refuses with `conflict` if it is held, used, expired or already revoked. */
export async function revokeCoupon(tx: Tx, deps: Deps, couponId: string): Promise<CouponRecord> {
  const coupon = await tx.selectFrom('coupons').selectAll().where('id', '=', couponId).forUpdate().executeTakeFirst();
  return coupon ? applyCouponEvent(tx, deps, coupon, { name: 'revoked' }) : fail('notFound');
}

/** For each event, the column that names the operation before it. */
const ownedBy = { released: 'reserved_by', used: 'reserved_by', restored: 'used_by' } as const;

async function move(tx: Tx, deps: Deps, operation: string, name: keyof typeof ownedBy): Promise<CouponRecord | undefined> {
  const coupon = await tx.selectFrom('coupons').selectAll().where(ownedBy[name], '=', operation).forUpdate().executeTakeFirst();
  return coupon && applyCouponEvent(tx, deps, coupon, { name, operation });
}
