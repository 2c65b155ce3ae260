import { json } from '../../../platform/db/json.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { LoanBalance } from '../../../lending/types.ts';
import type { CollectionFailureReason, CollectionReceipt } from '../../../ports/collection.ts';
import { dayOf } from '../../../platform/time.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { tryReserveCoupon } from '../../coupons/hold.ts';
import { lockBalance } from '../../loans/postings.ts';
import { bookingOf, type Received } from '../booking.ts';
import { findRepayment, isOver, isUnfinished } from '../find.ts';
import { applyRepaymentEvent } from '../transitions.ts';
import { operationOf, type RepaymentRecord } from '../types.ts';

const actor = 'collection';

/** Locks the loan, rereads the repayment and runs `work` on it. Does nothing if its money has been handled in the meantime. */
const locked = (
  deps: Deps,
  { id, loan_id: loanId }: RepaymentRecord,
  work: (tx: Tx, row: RepaymentRecord, balance: LoanBalance) => Promise<void>,
) =>
  deps.db.transaction().execute(async (tx) => {
    const balance = await lockBalance(tx, loanId);
    const row = await findRepayment(tx, id);
    if (row && !isOver(row)) await work(tx, row, balance);
  });

/**
 * Books received money exactly once, even if the repayment had already failed. Updates the repayment, its coupon, the loan, the ledger and
 * the effects in one transaction. Any amount counts for its loan; only money that the loan cannot take is held in suspense.
 */
export const bookSuccess = (deps: Deps, repayment: RepaymentRecord, receipt: CollectionReceipt): Promise<void> =>
  locked(deps, repayment, async (tx, row, balance) => {
    const paidAt = instantOf(deps, receipt);
    const paidCents = receipt.amountCents ?? row.amount_cents;
    const set = { ...providerOf(row, receipt), paid_cents: paidCents, paid_at: paidAt };
    const received = await receivedOf(tx, deps, row, { paidAt, paidCents });
    const postings = bookingOf(balance, received);
    if (postings.length === 0) return hold(tx, deps, row, set);
    const isLate = row.state === 'fail';
    const after = await applyRepaymentEvent(
      tx,
      deps,
      row,
      { name: 'succeeded', detail: { postings }, set: { ...set, settled_at: deps.clock.now(), reason: null } },
      actor,
    );
    const { parts, coupon_cents: couponCents, outcome } = after;
    await audited(tx, deps, row, 'repayment.booked', {
      kind: row.kind,
      paidCents,
      couponCents,
      day: received.day,
      parts,
      outcome,
      ...(isLate ? { isLate } : {}),
    });
  });

async function hold(tx: Tx, deps: Deps, row: RepaymentRecord, set: { paid_cents: number; paid_at: Date }): Promise<void> {
  const event = { name: 'mismatched', set: { ...set, mismatch: true, reason: 'held' } } as const;
  await applyRepaymentEvent(tx, deps, row, event, actor);
  await audited(tx, deps, row, 'repayment.held', { kind: row.kind, amountCents: row.amount_cents, paidCents: set.paid_cents });
}

/**
 * The received money and its value date. A quote is honoured while it is valid, including a few minutes past midnight. Money paid later
 * counts on the day it was paid.
 */
async function receivedOf(
  tx: Tx,
  deps: Deps,
  row: RepaymentRecord,
  { paidAt, paidCents }: { paidAt: Date; paidCents: number },
): Promise<Received> {
  const { kind, amount_cents: requestedCents, coupon_cents: couponCents, new_due_day: newDueDate } = row;
  return {
    kind,
    cashCents: paidCents,
    couponCents: (await holdsCoupon(tx, deps, row)) ? couponCents : 0,
    day: paidAt <= row.expires_at ? row.quoted_day : dayOf(deps, paidAt),
    requestedCents,
    ...(newDueDate === null ? {} : { newDueDate }),
  };
}

/** A failed repayment has released its coupon, so reserve it again if it is still available. */
async function holdsCoupon(tx: Tx, deps: Deps, row: RepaymentRecord): Promise<boolean> {
  if (row.coupon_id === null) return false;
  if (isUnfinished(row)) return true;
  const held = { couponId: row.coupon_id, customerId: row.customer_id, operation: operationOf(row) };
  return (await tryReserveCoupon(tx, deps, held)) !== undefined;
}

/** Ends a repayment for which no money arrived. Releases the coupon, and the borrower can try again. */
export const bookFailure = (
  deps: Deps,
  repayment: RepaymentRecord,
  reason: CollectionFailureReason,
  receipt?: CollectionReceipt,
): Promise<void> =>
  locked(deps, repayment, async (tx, row) => {
    if (!isUnfinished(row)) return;
    await applyRepaymentEvent(tx, deps, row, { name: 'failed', set: { ...providerOf(row, receipt), reason } }, actor);
    await audited(tx, deps, row, 'repayment.failed', { kind: row.kind, reason });
  });

/** Stores that the provider is waiting for the money, and how the borrower can pay it. */
export const bookRequest = (deps: Deps, repayment: RepaymentRecord, receipt: CollectionReceipt): Promise<void> =>
  locked(deps, repayment, async (tx, row) => {
    if (row.state !== 'initiated') return;
    const set = { ...providerOf(row, receipt), ...(receipt.instructions ? { instructions: json(receipt.instructions) } : {}) };
    await applyRepaymentEvent(tx, deps, row, { name: 'requested', set }, actor);
  });

const providerOf = ({ provider_reference: known }: RepaymentRecord, receipt?: CollectionReceipt) => ({
  provider_reference: receipt?.providerReference ?? known,
});

/** When it was paid, but not later than now, in case the provider's clock is wrong. */
function instantOf({ clock }: Deps, { paidAt }: CollectionReceipt): Date {
  const now = clock.now();
  return paidAt && paidAt < now ? paidAt : now;
}

const audited = (
  tx: Tx,
  deps: Deps,
  { loan_id: loanId, ...row }: RepaymentRecord,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> =>
  audit(tx, deps, { actor, action, subject: `loan:${loanId}`, detail: { repayment: row.id, reference: row.reference, ...detail } });
