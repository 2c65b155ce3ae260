import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { ProblemError } from '../problem.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import type { JobData } from './types.ts';
import { errorCode } from '../errorCode.ts';

/** Longer than the timeout of any port, so that no other node claims a running job. */
const leaseSeconds = 60;
const firstRetrySeconds = 5;
const longestRetrySeconds = 3600;

export interface RunOptions {
  /** Maximum number of jobs to run; all due jobs by default. */
  limit?: number;
  /** Length of the lease, after which another node may claim the job. */
  leaseSeconds?: number;
}

interface Claimed {
  id: number;
  kind: string;
  data: JobData;
  attempts: number;
  max_attempts: number;
  leased_by: string;
}

/**
 * Runs jobs one after another until none is due. Several nodes may run this concurrently; each job is claimed by one of them.
 * Returns how many jobs were started.
 *
 * @example await runDueJobs(deps) // in a test, after moving the clock
 */
export async function runDueJobs(deps: Deps, { limit = Infinity, ...lease }: RunOptions = {}): Promise<number> {
  let started = 0;
  while (started < limit && (await runNextJob(deps, lease))) started += 1;
  return started;
}

/** Runs the job that has been due longest. Returns whether there was one. */
export async function runNextJob(deps: Deps, options: Pick<RunOptions, 'leaseSeconds'> = {}): Promise<boolean> {
  const job = await claim(deps, options.leaseSeconds ?? leaseSeconds);
  if (!job) return false;
  // Every attempt started and none finished: the job may be crashing the node.
  if (job.attempts > job.max_attempts) await giveUp(deps, job, 'leaseRanOut');
  else await attempt(deps, job);
  return true;
}

/**
 * Claims a job in one statement, outside the transaction of its work. `skip locked` gives concurrent nodes different jobs. Kinds unknown to
 * this build are left to other nodes. The lease uses the database's clock, because node clocks differ and ours can be moved.
 */
async function claim({ db, clock, jobs, random }: Deps, seconds: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update jobs set attempts = attempts + 1, leased_by = ${randomToken(random, 9)}, leased_until = now() + make_interval(secs => ${seconds})
    where id = (
      select id from jobs
      where done_at is null and failed_at is null and run_at <= ${clock.now()}
        and (leased_until is null or leased_until <= now()) and kind = any(${[...jobs.handlers.keys()]}::text[])
      order by run_at, id for update skip locked limit 1
    )
    returning id, kind, data, attempts, max_attempts, leased_by`.execute(db);
  return rows[0];
}

async function attempt(deps: Deps, job: Claimed): Promise<void> {
  try {
    await deps.jobs.handlers.get(job.kind)?.run(deps, job.data, { id: job.id, attempt: job.attempts });
  } catch (error) {
    return job.attempts >= job.max_attempts ? giveUp(deps, job, codeOf(error), error) : tryLater(deps, job, error);
  }
  await settle(deps, job, { done_at: deps.clock.now(), last_error: null });
}

async function tryLater(deps: Deps, job: Claimed, error: unknown): Promise<void> {
  const seconds = retryAfterSeconds(job.attempts);
  deps.log.warn({ job: job.id, kind: job.kind, attempt: job.attempts, seconds, err: error }, 'a job failed and will be retried');
  await settle(deps, job, { run_at: addSeconds(deps.clock.now(), seconds), last_error: codeOf(error) });
}

/** Keeps the failed job with its error code until staff handle it. */
async function giveUp(deps: Deps, job: Claimed, code: string, error?: unknown): Promise<void> {
  const detail = { job: job.kind, attempts: job.attempts, error: code };
  deps.alarms.raise({ kind: 'jobFailed', subject: `job:${job.id}`, detail, err: error }, 'a job failed for good');
  await settle(deps, job, { failed_at: deps.clock.now(), last_error: code });
}

type Settled = { done_at?: Date; failed_at?: Date; run_at?: Date; last_error: string | null };

/** Updates the job only under our own lease. If it expired, the job's new owner decides. */
async function settle({ db, log }: Deps, job: Claimed, set: Settled): Promise<void> {
  const ours = await endLease(db, job, set);
  if (!ours) log.warn({ job: job.id, kind: job.kind }, 'a job outlived its lease');
}

const endLease = (db: Db, { id, leased_by: by }: Claimed, set: Settled) =>
  db
    .updateTable('jobs')
    .set({ ...set, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('leased_by', '=', by)
    .returning('id')
    .executeTakeFirst();

/** Returns the delay before the next attempt: 5 s, 10 s, 20 s … up to an hour. */
export const retryAfterSeconds = (attempts: number): number => Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** (attempts - 1));

/** Returns the code of a refusal or driver error, or else the error's name. Error messages may quote data. */
function codeOf(error: unknown): string {
  if (error instanceof ProblemError) return error.code;
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
}
