import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { lockOwner } from '../../account/accounts.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { cancelWaitingRuns } from './runs.ts';
import { applyEasyReloanEvent, lockEasyReloan, nothingAgreed } from './transitions.ts';

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
    const known = await tx
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customerId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!known) fail('notFound');
    // As when the borrower turns it off: a loan of it that is just being made is waited for.
    await lockOwner(tx, customerId);
    const row = await lockEasyReloan(tx, deps, customerId);
    if (row.state === 'off') fail('conflict', { detail: 'Easy Re-loan is off.' });
    await applyEasyReloanEvent(tx, deps, row, { name: 'ended', set: nothingAgreed }, actor);
    await cancelWaitingRuns(tx, deps, customerId);
    await audit(tx, deps, { actor, action: 'easyReloan.ended', subject: `customer:${customerId}`, detail: { reason } });
  });
