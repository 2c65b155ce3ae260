import type { Area } from '../../platform/area.ts';
import { couponExpiry } from './expire.ts';
import { couponDays } from './migration.ts';

export const couponsArea: Area = {
  name: 'coupons',
  refusals: ['couponFullRepaymentOnly', 'couponMinimumNotPaid', 'couponNotToday', 'couponPastDueDate', 'couponUnavailable'],
  migrations: [couponDays],
  needs: { lifeCycle: ['coupon'] },
  events: { coupon: ['reserved', 'released', 'used', 'restored', 'revoked', 'expired'] },
  jobs: [couponExpiry],
};
