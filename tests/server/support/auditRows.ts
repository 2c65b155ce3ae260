import type { Db } from '../../../server/platform/db/database.ts';

/** Audit rows in the order they were written. Without an order, PostgreSQL may return the last row first. */
export const auditRows = (db: Db) => db.selectFrom('audit_rows').orderBy('id');
