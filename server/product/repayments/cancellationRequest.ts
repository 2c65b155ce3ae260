import type { CancellationRequest } from '../../contract/staff/cancellations.ts';
import type { Loan } from '../../contract/loans.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { nextDueDate } from '../../lending/index.ts';
import { fail } from '../../platform/problem.ts';
import { uuidV7 } from '../../platform/random.ts';
import { todayOf } from '../../platform/time.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Once } from '../../platform/sessions/command.ts';
import { answerBy, cancellableUntil } from '../loans/cancellation.ts';
import { lockBalance } from '../loans/postings.ts';
import { ownLoan } from '../loans/read.ts';
import { readLoan } from '../loans/transitions.ts';
import { currentBalance } from '../loans/heldMoney.ts';
import { endWait } from '../loans/waiting.ts';
import type { Viewer } from '../../platform/customer/viewer.ts';
import { loanView } from '../loans/view.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { closeWork, openWork, refuseClaimedWork } from '../../platform/work/items.ts';
import { openRequestOf, unfinishedOf } from './find.ts';

/**
 * Files a borrower's request to cancel a loan (L14), timed when it reaches the server. Customer service completes it (`startCancellation`)
 * or declines it. Filing it twice changes nothing.
 *
 * Refuses with `noOpenLoan`, `repaymentInProgress` and `cancellationOver` (the hours are over, or something was paid).
 */
export async function requestCancellation(viewer: Viewer, loanId: string, once: Once): Promise<Loan> {
  const { deps, customerId } = viewer;
  await ownLoan(viewer, loanId);
  return once(async (tx) => {
    const balance = await lockBalance(tx, loanId);
    const loan = await readLoan(tx, loanId);
    if (loan.state !== 'active') fail('noOpenLoan');
    if (await openRequestOf(tx, loanId)) return loanView({ ...viewer, db: tx }, loan);
    const now = deps.clock.now();
    const until = cancellableUntil(deps, loan, balance);
    if (!until || now > until) fail('cancellationOver');
    if (await unfinishedOf(tx, loanId)) fail('repaymentInProgress');
    await tx
      .insertInto('cancellation_requests')
      .values({
        id: uuidV7(deps.clock, deps.random),
        loan_id: loanId,
        customer_id: customerId,
        state: 'open',
        requested_at: now,
        closed_at: null,
      })
      .execute();
    await openWork(tx, deps, { kind: 'cancellation', subject: loanId, customerId, number: loan.order_number });
    await audit(tx, deps, { actor: `customer:${customerId}`, action: 'loan.cancellationRequested', subject: `loan:${loanId}` });
    const key = `loan:${loanId}:cancelAsked:${now.getTime()}`;
    const values = { order: loan.order_number, at: now.toISOString(), by: answerBy(deps, now).toISOString() };
    await notify(tx, deps, customerId, 'loan.cancelAsked', values, { key });
    return loanView({ ...viewer, db: tx }, loan);
  });
}

/** Closes a request; false if it was already closed. */
export async function closeRequest(tx: Tx, deps: Deps, id: string, state: 'completed' | 'declined'): Promise<boolean> {
  const closed = await tx
    .updateTable('cancellation_requests')
    .set({ state, closed_at: deps.clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('loan_id')
    .executeTakeFirst();
  if (closed) await closeWork(tx, deps, ['cancellation'], closed.loan_id);
  return closed !== undefined;
}

/** Open requests of active loans, oldest first. */
export async function listCancellationRequests({ db }: Deps): Promise<CancellationRequest[]> {
  const rows = await db
    .selectFrom('cancellation_requests')
    .innerJoin('loans', 'loans.id', 'cancellation_requests.loan_id')
    .select([
      'cancellation_requests.id',
      'loan_id',
      'loans.order_number',
      'loans.customer_id',
      'requested_at',
      'received_at',
      'received_cents',
    ])
    .where('cancellation_requests.state', '=', 'open')
    .where('loans.state', '=', 'active')
    .orderBy('requested_at')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    loanId: row.loan_id,
    orderNumber: row.order_number,
    customerId: row.customer_id,
    requestedAt: row.requested_at.toISOString(),
    receivedAt: (row.received_at ?? row.requested_at).toISOString(),
    toReturnCents: row.received_cents,
  }));
}

/** Declines a request. The loan continues without a charge for the wait, the borrower is notified, and the reason is audited. */
export const declineRequest = (deps: Deps, { id, reason, actor }: { id: string; reason: string; actor: string }): Promise<{ id: string }> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('cancellation_requests').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return fail('notFound');
    // Lock the loan first, in the same order as a completion does, to avoid deadlocks.
    await endWait(tx, deps, row.loan_id, id);
    await refuseClaimedWork(tx, deps, row.loan_id, actor);
    if (!(await closeRequest(tx, deps, id, 'declined')))
      return fail('requestClosed', { detail: 'The request is already completed or declined.' });
    const loan = await readLoan(tx, row.loan_id);
    await audit(tx, deps, { actor, action: 'loan.cancellationDeclined', subject: `loan:${row.loan_id}`, detail: { reason, request: id } });
    const values = { order: loan.order_number, day: nextDueDate(await currentBalance(deps, tx, loan)) ?? todayOf(deps) };
    await notify(tx, deps, row.customer_id, 'loan.cancelDeclined', values, { key: `cancellation:${id}:declined` });
    return { id };
  });
