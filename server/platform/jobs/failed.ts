import type { Db } from '../db/database.ts';

export interface FailedJob {
  id: number;
  kind: string;
  attempts: number;
  /** An error code. */
  lastError: string;
  failedAt: Date;
}

/** Failed jobs that nobody has handled yet, oldest first. */
export async function failedJobs(db: Db): Promise<FailedJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'attempts', 'last_error', 'failed_at'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, attempts, last_error: error, failed_at: at }) => ({
    id,
    kind,
    attempts,
    lastError: error ?? '',
    failedAt: at ?? new Date(0),
  }));
}

export async function countFailedJobs(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
