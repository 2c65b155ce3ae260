import type { ProductCommand } from '../../../engine/cli/index.ts';
import { failedJobs } from '../jobs/failed.ts';
import { systemClock } from '../time.ts';
import { withDatabase } from './withDatabase.ts';
import { audit } from '../audit/audit.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../deps.ts';

const usage = ['jobs failed                  lists failed jobs', 'jobs retry <id>|all          retries failed jobs'];

/** `hakbang jobs`: lists and retries failed jobs. */
export const jobsCommand: ProductCommand = {
  usage,
  run: async ([action, which, ...rest], { out, error, by }) => {
    if (action === 'failed' && which === undefined) {
      const jobs = await withDatabase(failedJobs);
      for (const { id, kind, attempts, lastError, failedAt } of jobs)
        out([id, failedAt.toISOString(), kind, `${attempts} attempts`, lastError].join('  '));
      out(`${jobs.length} failed.`);
      return 0;
    }
    const ids = action === 'retry' && rest.length === 0 ? idsOf(which) : undefined;
    if (!ids) {
      error(usage.join('\n'));
      return 2;
    }
    const count = await withDatabase((db) => retryJobs(db, systemClock, ids, `operator:${by}`));
    out(`${count} will be retried.`);
    return count > 0 || ids === 'all' ? 0 : 1;
  },
};

const idsOf = (which: string | undefined): readonly number[] | 'all' | undefined => {
  if (which === 'all') return 'all';
  return which !== undefined && /^[1-9]\d*$/.test(which) ? [Number(which)] : undefined;
};

/** Restarts failed jobs and records in the audit log who asked for it. Returns how many. */
function retryJobs(db: Db, clock: Clock, ids: readonly number[] | 'all', actor: string): Promise<number> {
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
