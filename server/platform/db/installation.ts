import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** A fact about this installation. The first node records it, later nodes compare. */
export interface InstallationRow {
  name: 'masterKey' | 'photoFolder' | 'production';
  value: string;
}

declare module './database.ts' {
  interface Database {
    installation: InstallationRow;
  }
}

/** This node does not belong to the installation. The message says what differs and how to fix it. */
export class InstallationError extends Error {
  override name = 'InstallationError';
}

/** Runs `work` with the recorded value under a lock, so that nodes that start concurrently agree. */
export function withFact<Answer>(
  db: Db,
  name: InstallationRow['name'],
  work: (recorded: string | undefined, record: (value: string) => Promise<void>, tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('hakbang installation ' || current_schema()))`.execute(tx);
    const row = await tx.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
    const record = async (value: string) => {
      await tx
        .insertInto('installation')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    };
    return work(row?.value, record, tx);
  });
}
