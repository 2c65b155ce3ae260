import type { Area } from '../area.ts';
import type { Invariant } from '../invariants.ts';

/** After this time a job that is due and not done is not merely waiting its turn. */
const patienceSeconds = 15 * 60;

/** The outbox drains: no job was given up, and none that is due waits for long. */
const outboxDrains: Invariant = async ({ db, clock }) => {
  const late = new Date(clock.now().getTime() - patienceSeconds * 1000);
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'failed_at', 'last_error'])
    .where('done_at', 'is', null)
    .where((eb) => eb.or([eb('failed_at', 'is not', null), eb('run_at', '<', late)]))
    .orderBy('id')
    .execute();
  return rows.map(
    ({ id, kind, failed_at: failed, last_error: error }) => `job ${id} (${kind}): ${failed ? 'given up' : 'not done'} ${error ?? ''}`,
  );
};

export const jobsArea: Area = { name: 'jobs', invariants: { outboxDrains } };
