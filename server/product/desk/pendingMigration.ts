import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** A decision can be taken back for some seconds, even if the browser was closed. */
export const pendingMigration: Migration = {
  name: '0034b_pendingDecisions',
  up: async (db) => {
    await sql
      .raw(
        `create table pending_decisions (
          application_id text primary key references applications (id) on delete cascade,
          id text not null unique,
          decision jsonb not null,
          staff_id text not null references staff (id),
          due_at timestamptz not null,
          refused text
        )`,
      )
      .execute(db);
  },
};
