import { applyPosting, isCancellable, isRefused, nothingPaid } from '../../lending/index.ts';
import type { Repayment } from '../../contract/lending.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { addSeconds, manilaDay } from '../../time.ts';
import { lockBalance } from '../loans/postings.ts';
import { readLoan } from '../loans/transitions.ts';
import { collectSoon, insertRepayment } from './begin.ts';
import { unfinishedOf } from './find.ts';
import { repaymentView } from './view.ts';

/** Within 24 hours of receipt (spec §9), where the settings say nothing else. */
const defaultHours = 24;
/** As long as that the borrower has for returning the money. */
const returnWithinHours = 24;

const cancellationHours = ({ releases }: Deps): number => {
  const { cancellationHours: hours } = releases.active().manifest.settings.constants;
  return typeof hours === 'number' ? hours : defaultHours;
};

/**
 * Begins to take a loan back at the borrower's wish, within `constants.cancellationHours` of the receipt of the money (L14): what
 * was received is collected, and once it has come the loan is as if it had never been. Until then it runs on.
 *
 * Refuses with `noOpenLoan`, `repaymentInProgress` and `conflict` (the hours are over, or something was paid or extended).
 *
 * The caller writes the audit row, with the reason that was given.
 *
 * @param actor `staff:<id>`
 */
export async function startCancellation(tx: Tx, deps: Deps, loanId: string, actor: string): Promise<Repayment> {
  const balance = await lockBalance(tx, loanId);
  const loan = await readLoan(tx, loanId);
  const now = deps.clock.now();
  const today = manilaDay(now);
  if (loan.state !== 'active' || loan.received_at === null) fail('noOpenLoan');
  if (!isCancellable(loan.received_at, now, cancellationHours(deps)))
    fail('conflict', { detail: 'The hours for a cancellation are over.' });
  if (isRefused(applyPosting(balance, { type: 'cancellation', day: today })))
    fail('conflict', { detail: 'Something was paid on this loan, or it was extended.' });
  if (await unfinishedOf(tx, loanId)) fail('repaymentInProgress');
  const dueCents = loan.received_cents;
  const repayment = await insertRepayment(tx, deps, loan, {
    kind: 'cancellation',
    quote: { dueCents, parts: nothingPaid, day: today },
    expiresAt: addSeconds(now, returnWithinHours * 3600),
    actor,
  });
  await collectSoon(tx, deps, repayment);
  return repaymentView(repayment, loan.order_number);
}
