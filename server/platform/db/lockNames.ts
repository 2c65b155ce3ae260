import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Serialises concurrent transactions that name the same things. Read the data that a decision depends on only after this call. */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  // Lock in a fixed order, so that two transactions never deadlock.
  const sorted = names.toSorted();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sorted}::text[]) as name`.execute(tx);
}
