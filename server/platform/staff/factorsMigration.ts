import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

/** When a second factor was last used in a session. */
export const freshSessions: Migration = {
  name: '0038_freshStaff',
  up: async (db) => void (await sql`alter table staff_sessions add column verified_at timestamptz`.execute(db)),
};
