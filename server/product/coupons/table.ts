import type { Generated, JSONColumnType } from 'kysely';
import type { CouponDays } from '../../lending/coupons.ts';
import type { Coupon } from '../../contract/coupons.ts';

/** A coupon with the terms it was granted on. A trigger prevents using it twice, or using and revoking it. */
export interface CouponRow {
  id: string;
  customer_id: string;
  type: string;
  kind: Coupon['kind'];
  /** State of flows/lifecycles/coupon.lifecycle.json. */
  state: Coupon['state'];
  amount_cents: number;
  min_amount_cents: number | null;
  full_repayment_only: boolean;
  /** When it can be used; null for always. */
  usable: JSONColumnType<CouponDays> | null;
  /** The cause of the grant. Unique for each customer. */
  grant_key: string;
  release: string;
  /** The last day on which it can be used. */
  expires_day: string;
  /** The operation that holds it, e.g. `loan:<id>`, `repayment:<id>`. Each operation can hold one coupon. */
  reserved_by: string | null;
  used_by: string | null;
  used_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Every transition. Insert-only. */
export interface CouponEventRow {
  id: Generated<number>;
  coupon_id: string;
  event: string;
  from_state: string;
  to_state: string;
  operation: string | null;
  at: Date;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    coupons: CouponRow;
    coupon_events: CouponEventRow;
  }
}
