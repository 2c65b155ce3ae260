import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { lockIfThere } from '../../../platform/customer/lock.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { cancelWaitingRuns } from './runs.ts';
import { applyEasyReloanEvent, nothingAgreed } from './transitions.ts';

/**
 * Turns Easy Re-loan off at the word of customer service, also where the borrower may no longer do it themselves (E16). The borrower
 * is told, and so is the audit, with the reason. A loan of it that is being sent stays agreed to; none follows it.
 *
 * Refuses with `notFound` who is no customer (any more), with `conflict` what is off.
 *
 * @param actor `staff:<id>`
 */
export const endReloan = (deps: Deps, actor: string, { customerId, reason }: { customerId: string; reason: string }): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    // As when the borrower turns it off: a loan of it that is just being made is waited for.
    if (!(await lockIfThere(tx, customerId))) fail('notFound');
    if (!(await endReloanIn(tx, deps, actor, customerId))) fail('conflict', { detail: 'Easy Re-loan is off.' });
    await audit(tx, deps, { actor, action: 'easyReloan.ended', subject: `customer:${customerId}`, detail: { reason } });
  });

/** The same for who holds the lock already. Answers whether it was on. */
export async function endReloanIn(tx: Tx, deps: Deps, actor: string, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('easy_reloans')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('state', '!=', 'off')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await applyEasyReloanEvent(tx, deps, row, { name: 'ended', set: nothingAgreed }, actor);
  await cancelWaitingRuns(tx, deps, customerId);
  return true;
}
