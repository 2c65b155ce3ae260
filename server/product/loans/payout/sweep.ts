import { sql } from 'kysely';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { addSeconds, daySeconds } from '../../../platform/time.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import { payoutJob } from '../effects/payout.ts';
import { promised } from '../../promised.ts';

const everySeconds = 600;

/**
 * Reports late payouts: to the borrower once, to staff daily. Restarts polling for payouts whose job gave up, so that no loan stays in
 * `disbursing` forever.
 */
export const payoutSweep: JobHandler = {
  kind: 'loans.payoutSweep',
  everySeconds,
  async run(deps) {
    for (const late of await latePayouts(deps)) await reportLate(deps, late);
    for (const id of await unpolled(deps)) {
      deps.alarms.raise({ kind: 'payoutForgotten', subject: `disbursement:${id}` }, 'no job polls this payout');
      const data = { disbursementId: id, poll: 0, chain: deps.clock.now().getTime() };
      await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, payoutJob, data));
    }
  },
};

/** Payouts still under way after the promised hours, including mismatches, which wait for staff. */
function latePayouts(deps: Deps) {
  const promisedSince = addSeconds(deps.clock.now(), -promised(deps, 'disbursementHours') * 3600);
  return deps.db
    .selectFrom('disbursements')
    .innerJoin('loans', 'loans.id', 'disbursements.loan_id')
    .select(['disbursements.id', 'loan_id', 'order_number', 'customer_id', 'amount_cents', 'disbursements.state', 'reference'])
    .where('disbursements.state', 'in', ['waiting', 'sending', 'sent', 'mismatch'])
    .where('loans.state', '=', 'disbursing')
    .where('disbursements.created_at', '<', promisedSince)
    .execute();
}

async function reportLate(deps: Deps, late: Awaited<ReturnType<typeof latePayouts>>[number]) {
  const { id, loan_id: loanId, customer_id: customerId, order_number: order, amount_cents: amountCents, state, reference } = late;
  const detail = { orderNumber: order, amountCents, state, reference };
  deps.alarms.raise({ kind: 'payoutLate', subject: `loan:${loanId}`, detail, quietSeconds: daySeconds }, 'a payout is late');
  await deps.db.transaction().execute((tx) => notify(tx, deps, customerId, 'loan.payoutLate', { order }, { key: `payout:${id}:late` }));
}

async function unpolled({ db }: Deps): Promise<string[]> {
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
