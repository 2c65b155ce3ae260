import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

/** Indexes refund journals by transfer reference, ignoring case (`refundWith`). */
export const ledgerMigration: Migration = {
  name: '0063_refundReferences',
  up: async (db) => void (await sql`create index journals_refund_reference on journals (upper(key)) where kind = 'refund'`.execute(db)),
};
