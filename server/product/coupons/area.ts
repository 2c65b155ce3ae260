import type { Area } from '../../platform/area.ts';
import { couponExpiry } from './expire.ts';

export const couponsArea: Area = {
  name: 'coupons',
  refusals: ['couponFullRepaymentOnly', 'couponMinimumNotPaid', 'couponUnavailable'],
  needs: { lifeCycle: ['coupon'] },
  events: { coupon: ['reserved', 'released', 'used', 'restored', 'revoked', 'expired'] },
  jobs: [couponExpiry],
};
