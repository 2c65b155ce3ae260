import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Columns that shift with the clock, so that whoever moves it stays logged in and a sent code stays valid. */
const shifted = {
  sessions: ['created_at', 'verified_at', 'last_seen_at', 'expires_at'],
  staff_sessions: ['created_at', 'last_seen_at', 'expires_at'],
  login_challenges: ['created_at', 'expires_at'],
  login_numbers: ['last_sent_at'],
  login_counters: ['window_start'],
  image_codes: ['expires_at'],
} as const;

/** Shifts logins and their limits when the clock moves forward. */
export async function shiftLogins(tx: Tx, ms: number): Promise<void> {
  for (const [table, columns] of Object.entries(shifted)) {
    const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + make_interval(secs => ${ms / 1000})`);
    await sql`update ${sql.table(table)} set ${sql.join(sets)}`.execute(tx);
  }
}
