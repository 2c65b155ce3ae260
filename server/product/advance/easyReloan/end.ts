import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { lockIfThere } from '../../../platform/customer/lock.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { cancelWaitingRuns } from './runs.ts';
import { applyEasyReloanEvent, offColumns } from './transitions.ts';

/**
 * Lets customer service turn Easy Re-loan off, even if the borrower no longer can (E16). Notifies the borrower and audits the reason. A
 * payout that has already started still arrives, but no loan follows it.
 *
 * Refuses with `notFound` if the customer does not exist or is deleted, and with `easyReloanOff` if it is already off.
 *
 * @param actor `staff:<id>`
 */
export const endReloan = (deps: Deps, actor: string, { customerId, reason }: { customerId: string; reason: string }): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    // Waits for a running payout of the plan, as `turnReloanOff` does.
    if (!(await lockIfThere(tx, customerId))) fail('notFound');
    if (!(await endReloanIn(tx, deps, actor, customerId))) fail('easyReloanOff', { detail: 'Easy Re-loan is off.' });
    await audit(tx, deps, { actor, action: 'easyReloan.ended', subject: `customer:${customerId}`, detail: { reason } });
  });

/** Like `endReloan`, for a caller that has locked the customer. Returns whether it was on. */
export async function endReloanIn(tx: Tx, deps: Deps, actor: string, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('easy_reloans')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', '!=', 'off')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await applyEasyReloanEvent(tx, deps, row, { name: 'ended', set: offColumns }, actor);
  await cancelWaitingRuns(tx, deps, customerId);
  return true;
}
