import type { Area } from '../area.ts';
import type { Invariant } from '../invariants.ts';

/** A due job that is older than this is stuck instead of queued. */
const stuckAfterSeconds = 15 * 60;

/** The outbox drains: no job has failed for good, and no due job waits long. */
const outboxDrains: Invariant = async ({ db, clock }) => {
  const late = new Date(clock.now().getTime() - stuckAfterSeconds * 1000);
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'failed_at', 'last_error'])
    .where('done_at', 'is', null)
    .where((eb) => eb.or([eb('failed_at', 'is not', null), eb('run_at', '<', late)]))
    .orderBy('id')
    .execute();
  return rows.map(
    ({ id, kind, failed_at: failed, last_error: error }) => `job ${id} (${kind}): ${failed ? 'failed' : 'not done'} ${error ?? ''}`,
  );
};

export const jobsArea: Area = { name: 'jobs', invariants: { outboxDrains } };
