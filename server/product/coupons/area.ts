import type { Area } from '../../platform/area.ts';
import { couponExpiry } from './expireJob.ts';
import { coupons } from './routes.ts';

export const couponsArea: Area = { name: 'coupons', routes: [coupons], jobs: [couponExpiry] };
