import type { JobHandler } from '../../platform/jobs/types.ts';
import { expireCoupons } from './expire.ts';

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
