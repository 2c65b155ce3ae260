import type { JobHandler } from '../jobs/types.ts';

/**
 * Logs the head of the chain every hour. Logs are shipped off this machine, so somebody who rewrites the whole chain in the database
 * cannot rewrite them too. `hakbang audit verify --head <auditHead>` compares the two.
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
