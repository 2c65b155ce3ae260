import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Makes concurrent transactions that name the same things run one after the other. They must read what they decide by only afterwards. */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  // In one order, so that two transactions never wait for each other.
  const sorted = names.toSorted();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sorted}::text[]) as name`.execute(tx);
}
