import { sql } from 'kysely';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { addSeconds } from '../../../platform/time.ts';
import { collectJob } from '../begin.ts';
import { unfinishedStates } from '../find.ts';

const everySeconds = 600;
/** Late money arrives within days; the provider's own events reach further back. */
const lookBackSeconds = 3 * 24 * 3600;

/**
 * Polls again for repayments that no job polls any more, and for unbooked money on the provider's statement, which was late or whose event
 * was lost.
 */
export const collectionReconcile: JobHandler = {
  kind: 'repayments.reconcile',
  everySeconds,
  async run(deps) {
    for (const id of await unpolled(deps)) {
      deps.alarms.raise({ kind: 'repaymentForgotten', subject: `repayment:${id}` }, 'no job polls this repayment');
      await deps.db
        .transaction()
        .execute((tx) => deps.jobs.enqueue(tx, collectJob, { repaymentId: id, poll: 0, chain: deps.clock.now().getTime() }));
    }
    for (const id of await unbooked(deps))
      await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, collectJob, { repaymentId: id }));
  },
};

async function unpolled({ db }: Deps): Promise<string[]> {
  const withoutJob = sql<boolean>`not exists (
    select 1 from jobs where jobs.kind = ${collectJob} and jobs.data ->> 'repaymentId' = repayments.id
      and jobs.done_at is null and jobs.failed_at is null)`;
  const rows = await db.selectFrom('repayments').select('id').where('state', 'in', unfinishedStates).where(withoutJob).execute();
  return rows.map(({ id }) => id);
}

/** Our references on the statement whose money is not booked. */
async function unbooked({ db, clock, ports }: Deps): Promise<string[]> {
  const now = clock.now();
  const lines = await ports.collection.statement(addSeconds(now, -lookBackSeconds), addSeconds(now, 1));
  if (lines.length === 0) return [];
  // One array, because a statement may have more lines than a query may have parameters.
  const isOnStatement = sql<boolean>`reference = any(${lines.map(({ reference }) => reference)})`;
  const rows = await db.selectFrom('repayments').select('id').where(isOnStatement).where('paid_at', 'is', null).execute();
  return rows.map(({ id }) => id);
}
