import type { Deps } from '../../platform/deps.ts';
import { todayOf } from '../../platform/time.ts';
import { applyCouponEvent } from './transitions.ts';
import type { JobHandler } from '../../platform/jobs/types.ts';

const batch = 200;

/**
 * Marks coupons past their last day as expired and returns how many. Screens and refusals check the day themselves, so nothing depends on
 * when this runs. A reserved coupon does not expire: an operation that began in time may still use it.
 */
export async function expireCoupons(deps: Deps): Promise<number> {
  const today = todayOf(deps);
  let expired = 0;
  for (;;) {
    const count = await deps.db.transaction().execute(async (tx) => {
      const coupons = await tx
        .selectFrom('coupons')
        .selectAll()
        .where('state', '=', 'available')
        .where('expires_day', '<', today)
        .orderBy('id')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const coupon of coupons) await applyCouponEvent(tx, deps, coupon, { name: 'expired' });
      return coupons.length;
    });
    expired += count;
    if (count < batch) return expired;
  }
}

/** Moves coupons past their last day to the borrower's expired ones. */
export const couponExpiry: JobHandler = {
  kind: 'coupons.expire',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async (deps) => {
    const coupons = await expireCoupons(deps);
    if (coupons > 0) deps.log.info({ coupons }, 'coupons expired');
  },
};
