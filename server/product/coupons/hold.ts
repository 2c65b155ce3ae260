import { isCouponValid } from '../../lending/coupons.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import { applyCouponEvent } from './transitions.ts';
import type { CouponRecord } from './types.ts';

/**
 * Holds a coupon for an operation that begins. Of many at a time one gets it: the row is locked, and the database takes no
 * second holder. Held again for the same operation it stays held.
 *
 * Whether its terms allow the operation is the caller's question (`couponUse`).
 *
 * @param operation `loan:<id>` or `repayment:<id>`; one coupon an operation
 * @returns the coupon, or undefined when it is not the customer's, not free or past its last day
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

/** The same, refusing with `couponUnavailable` (409). */
export const reserveCoupon = async (
  tx: Tx,
  deps: Deps,
  held: { couponId: string; customerId: string; operation: string },
): Promise<CouponRecord> => (await tryReserveCoupon(tx, deps, held)) ?? fail('couponUnavailable');

/** Gives a held coupon back when its operation fails. One past its last day expires at the next look. Nothing held: nothing happens. */
export const releaseCoupon = (tx: Tx, deps: Deps, operation: string): Promise<CouponRecord | undefined> =>
  move(tx, deps, operation, 'released');

/** Spends the coupon held for an operation that succeeded. Nothing held, or spent before: nothing happens. */
export const useCoupon = (tx: Tx, deps: Deps, operation: string): Promise<CouponRecord | undefined> => move(tx, deps, operation, 'used');

/** Gives back the coupon that a cancelled loan used. */
export const restoreCoupon = (tx: Tx, deps: Deps, operation: string): Promise<CouponRecord | undefined> =>
  move(tx, deps, operation, 'restored');

/** Takes back a coupon that nobody holds. Refuses with `conflict` one that is held, used, expired or taken back already. */
export async function revokeCoupon(tx: Tx, deps: Deps, couponId: string): Promise<CouponRecord> {
  const coupon = await tx.selectFrom('coupons').selectAll().where('id', '=', couponId).forUpdate().executeTakeFirst();
  return coupon ? applyCouponEvent(tx, deps, coupon, { name: 'revoked' }) : fail('notFound');
}

/** Which column names the operation before each of these. */
const ownedBy = { released: 'reserved_by', used: 'reserved_by', restored: 'used_by' } as const;

async function move(tx: Tx, deps: Deps, operation: string, name: keyof typeof ownedBy): Promise<CouponRecord | undefined> {
  const coupon = await tx.selectFrom('coupons').selectAll().where(ownedBy[name], '=', operation).forUpdate().executeTakeFirst();
  return coupon && applyCouponEvent(tx, deps, coupon, { name, operation });
}
