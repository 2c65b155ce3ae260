import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** Finds the journal of a refund by the reference of its transfer, however somebody wrote it (`refundWith`). */
export const ledgerMigration: Migration = {
  name: '0063_refundReferences',
  up: async (db) => void (await sql`create index journals_refund_reference on journals (upper(key)) where kind = 'refund'`.execute(db)),
};
