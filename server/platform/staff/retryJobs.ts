import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../deps.ts';

/** Restarts failed jobs and records in the audit log who asked for it. Returns how many. */
export function retryJobs(db: Db, clock: Clock, ids: readonly number[] | 'all', actor: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('jobs')
      .set({ failed_at: null, attempts: 0, run_at: clock.now() })
      .where('failed_at', 'is not', null)
      .$if(ids !== 'all', (query) => query.where('id', 'in', ids as readonly number[]))
      .returning(['id', 'kind'])
      .execute();
    for (const { id, kind } of rows) await audit(tx, { clock }, { actor, action: 'job.retried', subject: `job:${id}`, detail: { kind } });
    return rows.length;
  });
}
