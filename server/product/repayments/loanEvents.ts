import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { closeWork } from '../../platform/work/items.ts';
import type { BookedPosting } from '../loans/postings.ts';
import { applyLoanEvent, readLoan } from '../loans/transitions.ts';
import type { RepaymentRecord } from './types.ts';

/**
 * Applies the event of a loan that a booking settled or cancelled. Extensions and part payments leave the loan active; dates and amounts
 * follow from the postings.
 */
export async function endLoan(
  tx: Tx,
  deps: Deps,
  repayment: RepaymentRecord,
  { before, balance }: BookedPosting,
  actor: string,
): Promise<void> {
  if (before.state !== 'active' || (balance.state !== 'settled' && balance.state !== 'cancelled')) return;
  const loan = await readLoan(tx, repayment.loan_id);
  const event = { name: balance.state, detail: { repayment: repayment.id }, set: { settled_at: repayment.paid_at } };
  await applyLoanEvent(tx, deps, loan, event, actor);
  // The loan has ended, so a cancellation request has nothing left to cancel.
  await closeWork(tx, deps, ['cancellation'], loan.id);
}
