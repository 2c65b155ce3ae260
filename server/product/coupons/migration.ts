import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** The days on which a coupon can be used are fixed when it is granted, like its other terms. */
export const couponDays: Migration = {
  name: '0031_couponDays',
  up: async (db) => {
    await sql.raw(`alter table coupons add column usable jsonb check (jsonb_typeof(usable) = 'object')`).execute(db);
  },
};
