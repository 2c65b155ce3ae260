import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** When a coupon can be used is fixed at its grant, as its other terms are. */
export const couponDays: Migration = {
  name: '0031_couponDays',
  up: async (db) => {
    await sql.raw(`alter table coupons add column usable jsonb check (jsonb_typeof(usable) = 'object')`).execute(db);
  },
};
