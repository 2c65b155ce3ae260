import { nothingPaid } from '../../lending/index.ts';
import type { Repayment } from '../../contract/repayments.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { addSeconds, dayOf } from '../../platform/time.ts';
import { cancellableUntil } from '../loans/cancellation.ts';
import { lockBalance } from '../loans/postings.ts';
import { readLoan } from '../loans/transitions.ts';
import { promised } from '../promised.ts';
import { collectSoon, insertRepayment } from './begin.ts';
import { refuseClaimedWork } from '../../platform/work/items.ts';
import { closeRequest } from './cancellationRequest.ts';
import { openRequestOf, unfinishedOf } from './find.ts';
import { repaymentView } from './view.ts';

/**
 * Starts the cancellation of a loan for the borrower (L14) and collects the amount that the borrower received. Once it has been returned,
 * the loan counts as never made. Until then the loan continues. At most `constants.cancellationHours` may lie between the receipt of the
 * money and the borrower's request, or the current time if no request was filed.
 *
 * Refuses with `noOpenLoan`, `repaymentInProgress`, `claimed` (somebody else is working on the request) and `conflict` (the hours are over,
 * or something was paid or extended).
 *
 * The caller writes the audit row with the reason.
 *
 * @param actor `staff:<id>`
 * @param proposedAt when staff proposed it; now by default
 * @param checker who approves it
 */
export async function startCancellation(
  tx: Tx,
  deps: Deps,
  loanId: string,
  actor: string,
  proposedAt: Date = deps.clock.now(),
  checker?: string,
): Promise<Repayment> {
  const { loan, request } = await cancellableLoan(tx, deps, loanId, proposedAt);
  const now = deps.clock.now();
  const today = dayOf(deps, now);
  await refuseClaimedWork(tx, deps, loanId, actor, checker);
  if (request) await closeRequest(tx, deps, request.id, 'completed');
  const dueCents = loan.received_cents;
  const repayment = await insertRepayment(tx, deps, loan, {
    kind: 'cancellation',
    quote: { dueCents, parts: nothingPaid, day: today },
    expiresAt: addSeconds(now, promised(deps, 'returnHours') * 3600),
    actor,
  });
  await collectSoon(tx, deps, repayment);
  return repaymentView(deps, repayment, loan.order_number);
}

/** The loan, if a cancellation that staff proposed at `proposedAt` may start. Refuses as `startCancellation` does. */
export async function cancellableLoan(tx: Tx, deps: Deps, loanId: string, proposedAt: Date) {
  const balance = await lockBalance(tx, loanId);
  const loan = await readLoan(tx, loanId);
  if (loan.state !== 'active' || loan.received_at === null) fail('noOpenLoan');
  const request = await openRequestOf(tx, loanId);
  const until = cancellableUntil(deps, loan, balance);
  if (!until) fail('loanUsed', { detail: 'Something was paid on this loan, or it was extended.' });
  if ((request?.requested_at ?? proposedAt) > until) fail('cancellationOver', { detail: 'The hours for a cancellation are over.' });
  if (await unfinishedOf(tx, loanId)) fail('repaymentInProgress');
  return { loan, request };
}
