import type { JobHandler } from '../jobs/types.ts';

/**
 * Writes the head of the chain into the log each hour. Logs leave this machine: who rewrites the whole chain in the
 * database cannot rewrite them. `hakbang audit verify --head <auditHead>` compares.
 */
export const noteHead: JobHandler = {
  kind: 'audit.noteHead',
  everySeconds: 3600,
  maxAttempts: 3,
  run: async ({ db, log }) => {
    const head = await db.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirst();
    if (head && head.id > 0) log.info({ auditHead: `${head.id}:${Buffer.from(head.hash).toString('hex')}` }, 'the head of the audit chain');
  },
};
