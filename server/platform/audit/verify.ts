import type { Db, Tx } from '../db/database.ts';
import { chainedHash, emptyHash } from './chain.ts';

const pageRows = 1000;

/** `row` is the first row that fails verification. */
export type AuditVerdict = { sound: true; rows: number; hash: string } | { sound: false; row: number; problem: string };

/** A head recorded elsewhere, such as in the log. It detects even a chain that was rewritten completely. */
export interface NotedHead {
  id: number;
  hash: string;
}

/** Verifies the chain from its first row to its head. */
export const verifyAudit = (db: Db, noted?: NotedHead): Promise<AuditVerdict> =>
  // A snapshot, so that concurrent inserts do not move the head past the rows that were read.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => walk(tx, noted));

async function walk(tx: Tx, noted: NotedHead | undefined): Promise<AuditVerdict> {
  let last = { id: 0, hash: emptyHash };
  for (;;) {
    const rows = await tx.selectFrom('audit_rows').selectAll().where('id', '>', last.id).orderBy('id').limit(pageRows).execute();
    for (const row of rows) {
      const expected = last.id + 1;
      if (row.id !== expected) return bad(expected, `is missing; the next one is ${row.id}`);
      const hash = chainedHash(last.hash, row.id, row);
      if (!hash.equals(row.hash)) return bad(row.id, 'was modified after it was written');
      if (noted?.id === row.id && noted.hash !== hash.toString('hex')) return bad(row.id, 'does not have the recorded hash');
      last = { id: row.id, hash };
    }
    if (rows.length < pageRows) return compareHead(tx, last, noted);
  }
}

async function compareHead(tx: Tx, last: { id: number; hash: Buffer }, noted: NotedHead | undefined): Promise<AuditVerdict> {
  const head = await tx.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirst();
  if (!head) return bad(last.id, 'is the last one, and the head of the chain is missing');
  const end = Math.max(head.id, noted?.id ?? 0);
  if (end > last.id) return bad(last.id + 1, `is missing; there were ${end}`);
  if (head.id < last.id) return bad(head.id + 1, 'was added outside the chain');
  if (!last.hash.equals(head.hash)) return bad(last.id, "does not have the hash of the chain's head");
  return { sound: true, rows: last.id, hash: last.hash.toString('hex') };
}

const bad = (row: number, problem: string): AuditVerdict => ({ sound: false, row, problem });
