import type { Repayment } from '../../contract/repayments.ts';
import { audit } from '../../platform/audit/audit.ts';
import { ownOrNotFound } from '../../platform/http/own.ts';
import { fail } from '../../platform/problem.ts';
import { lockBalance } from '../loans/postings.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { findRepayment, isUnfinished } from './find.ts';
import { getRepayment } from './read.ts';
import { applyRepaymentEvent } from './transitions.ts';

/**
 * Abandons a repayment that waits for money, so that the borrower can start another, and releases its coupon. The provider's request cannot
 * be withdrawn, so money that still arrives is booked like any late payment. Repeating the call changes nothing.
 *
 * Refuses with `conflict` if the repayment is paid, has failed, or belongs to a cancellation, which only customer service can end.
 */
export async function abandonRepayment(viewer: Viewer, repaymentId: string): Promise<Repayment> {
  const { deps, customerId } = viewer;
  const { loan_id: loanId } = ownOrNotFound(deps, customerId, 'repayment', repaymentId, await findRepayment(deps.db, repaymentId));
  await deps.db.transaction().execute(async (tx) => {
    // Booking takes the same lock, so either this call or the provider's report comes first.
    await lockBalance(tx, loanId);
    const row = await findRepayment(tx, repaymentId);
    if (row?.reason === 'abandoned') return;
    if (!row || !isUnfinished(row) || row.kind === 'cancellation') fail('conflict');
    const actor = `customer:${customerId}`;
    await applyRepaymentEvent(tx, deps, row, { name: 'abandoned', set: { reason: 'abandoned' } }, actor);
    await audit(tx, deps, { actor, action: 'repayment.abandoned', subject: `loan:${loanId}`, detail: { repayment: repaymentId } });
  });
  return getRepayment(viewer, repaymentId);
}
