import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import type { JobHandler } from '../../../jobs/types.ts';
import { payoutJob } from '../effects/payout.ts';

const everySeconds = 600;

/** Asks again about payouts that nobody asks about any more: a job that was given up must not leave a loan disbursing for ever. */
export const payoutSweep: JobHandler = {
  kind: 'loans.payoutSweep',
  everySeconds,
  async run(deps) {
    for (const id of await forgotten(deps)) {
      deps.log.error({ alarm: 'payoutForgotten', disbursement: id }, 'nobody asked about a payout any more');
      const data = { disbursementId: id, poll: 0, chain: deps.clock.now().getTime() };
      await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, payoutJob, data));
    }
  },
};

async function forgotten({ db }: Deps): Promise<string[]> {
  const pending = sql<boolean>`exists (
    select 1 from jobs where jobs.kind = ${payoutJob} and jobs.data ->> 'disbursementId' = disbursements.id
      and jobs.done_at is null and jobs.failed_at is null)`;
  const rows = await db
    .selectFrom('disbursements')
    .select('id')
    .where('state', 'in', ['waiting', 'sending', 'sent'])
    .where((eb) => eb.not(pending))
    .execute();
  return rows.map(({ id }) => id);
}
