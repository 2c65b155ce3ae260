import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** The reviewer pages through what staff revealed, but the audit log was indexed only by subject. */
export const revealsMigration: Migration = {
  name: '0034_reveals',
  up: async (db) => {
    await sql
      .raw(`create index audit_rows_revealed on audit_rows (id) where action = 'answer.revealed' and actor like 'staff:%'`)
      .execute(db);
  },
};

/** The report now includes photos. */
export const revealedFiles: Migration = {
  name: '0057_revealedFiles',
  up: async (db) => {
    await sql`drop index audit_rows_revealed`.execute(db);
    await sql
      .raw(
        `create index audit_rows_revealed on audit_rows (id) where action in ('answer.revealed', 'file.opened') and actor like 'staff:%'`,
      )
      .execute(db);
  },
};
