import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Times that belong to the present rather than to the story: who travels stays logged in, and a code stays good. */
const shifted = {
  sessions: ['created_at', 'verified_at', 'last_seen_at', 'expires_at'],
  staff_sessions: ['created_at', 'last_seen_at', 'expires_at'],
  login_challenges: ['created_at', 'expires_at'],
  login_numbers: ['last_sent_at'],
  login_counters: ['window_start'],
  image_codes: ['expires_at'],
} as const;

/** Takes logins and their limits along when the clock is put forward. */
export async function shiftLogins(tx: Tx, ms: number): Promise<void> {
  for (const [table, columns] of Object.entries(shifted)) {
    const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + make_interval(secs => ${ms / 1000})`);
    await sql`update ${sql.table(table)} set ${sql.join(sets)}`.execute(tx);
  }
}
