import type { Entry } from '../../../lending/types.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { PayoutReceipt } from '../../../ports/payout.ts';
import { dayOf } from '../../../platform/time.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { post } from '../../ledger/post.ts';
import { payoutKey } from '../effects/payout.ts';
import { applyLoanEvent, readLoan, type LoanEvent } from '../transitions.ts';
import { moveOn, type Disbursement } from './disbursement.ts';
import { failureEvent } from './failure.ts';

const actor = 'payout';

/**
 * Books the result of a payout once, in one transaction: the attempt, the loan, the ledger and the effects. A concurrent second call finds
 * it already booked.
 */
export const settlePayout = (deps: Deps, disbursement: Disbursement, receipt: PayoutReceipt): Promise<void> =>
  deps.db.transaction().execute((tx) => (receipt.state === 'paid' ? paid : failed)(tx, deps, disbursement, receipt));

async function paid(
  tx: Tx,
  deps: Deps,
  { id, amount_cents: amountCents, provider_reference: known }: Disbursement,
  receipt: PayoutReceipt,
) {
  const paidCents = receipt.amountCents ?? amountCents;
  const state = paidCents === amountCents ? 'paid' : 'mismatch';
  const paidAt = instantOf(deps, receipt);
  const reference = receipt.providerReference ?? known;
  const row = await moveOn(tx, id, deps.clock.now(), { state, paid_cents: paidCents, paid_at: paidAt, provider_reference: reference });
  if (!row) return;
  if (state === 'mismatch') return holdInSuspense(tx, deps, row, paidCents, paidAt);
  const day = dayOf(deps, paidAt);
  const event: LoanEvent = {
    name: 'payoutPaid',
    detail: { reference: row.reference, day, amountCents },
    set: { start_day: day, received_at: paidAt, reason: null },
  };
  await applyLoanEvent(tx, deps, await readLoan(tx, row.loan_id), event, actor);
  await audited(tx, deps, row, 'loan.paidOut', { amountCents, day });
}

/** Books a payout of an unexpected amount to suspense, not to the loan. The loan then waits for staff. */
async function holdInSuspense(tx: Tx, deps: Deps, row: Disbursement, paidCents: number, paidAt: Date): Promise<void> {
  const entries: Entry[] = [
    { account: 'liability.suspense', cents: paidCents },
    { account: 'clearing.disbursement', cents: -paidCents },
  ];
  const journal = { key: payoutKey(row.reference), kind: 'payoutMismatch', loanId: row.loan_id, day: dayOf(deps, paidAt), entries };
  await post(tx, deps, journal);
  const detail = { disbursement: row.id, amountCents: row.amount_cents, paidCents };
  deps.alarms.raise({ kind: 'payoutMismatch', subject: `loan:${row.loan_id}`, detail }, 'the payout differs from the requested amount');
  await audited(tx, deps, row, 'loan.payoutMismatch', { amountCents: row.amount_cents, paidCents });
}

async function failed(tx: Tx, deps: Deps, { id, provider_reference: known }: Disbursement, receipt: PayoutReceipt): Promise<void> {
  const reason = receipt.reason ?? 'other';
  const reference = receipt.providerReference ?? known;
  const row = await moveOn(tx, id, deps.clock.now(), { state: 'failed', reason, provider_reference: reference });
  if (!row) return;
  const loan = await readLoan(tx, row.loan_id);
  await applyLoanEvent(tx, deps, loan, await failureEvent(tx, deps, row), actor);
  await audited(tx, deps, row, 'loan.payoutFailed', { reason });
}

/** When the money was paid, clamped between the request and now, in case the provider's clock is wrong. */
function instantOf({ clock }: Deps, { at }: PayoutReceipt): Date {
  const now = clock.now();
  return at && at < now ? at : now;
}

const audited = (tx: Tx, deps: Deps, row: Disbursement, action: string, detail: Record<string, unknown>): Promise<void> =>
  audit(tx, deps, { actor, action, subject: `loan:${row.loan_id}`, detail: { reference: row.reference, attempt: row.attempt, ...detail } });
