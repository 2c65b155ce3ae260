import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** The reviewer pages through what staff revealed; the audit log is indexed by subject only. */
export const revealsMigration: Migration = {
  name: '0034_reveals',
  up: async (db) => {
    await sql
      .raw(`create index audit_rows_revealed on audit_rows (id) where action = 'answer.revealed' and actor like 'staff:%'`)
      .execute(db);
  },
};
