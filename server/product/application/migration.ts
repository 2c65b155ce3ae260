import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** When a borrower last confirmed the details of an accepted application; null until the first time. */
export const detailsConfirmed: Migration = {
  name: '0033_detailsConfirmed',
  up: async (db) => {
    await sql.raw('alter table applications add column details_confirmed_at timestamptz').execute(db);
  },
};
