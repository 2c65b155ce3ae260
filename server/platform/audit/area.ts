import type { Area } from '../area.ts';
import type { Invariant } from '../invariants.ts';
import { verifyAudit } from './verify.ts';
import type { JobHandler } from '../jobs/types.ts';

/**
 * Logs the head of the chain every hour. Logs are shipped off this machine, so somebody who rewrites the whole chain in the database
 * cannot rewrite them too. `hakbang audit verify --head <auditHead>` compares the two.
 */
const noteHead: JobHandler = {
  kind: 'audit.noteHead',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async ({ db, log }) => {
    const head = await db.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirst();
    if (head && head.id > 0) log.info({ auditHead: `${head.id}:${Buffer.from(head.hash).toString('hex')}` }, 'the head of the audit chain');
  },
};

const auditVerifies: Invariant = async ({ db }) => {
  const verdict = await verifyAudit(db);
  return verdict.sound ? [] : [`audit row ${verdict.row} ${verdict.problem}`];
};

export const auditArea: Area = { name: 'audit', jobs: [noteHead], invariants: { auditVerifies } };
