import { applyPosting, isRefused } from '../../lending/index.ts';
import type { LoanBalance } from '../../lending/types.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { heldPayment, heldRows } from '../loans/heldMoney.ts';
import { lockBalance } from '../loans/postings.ts';
import { refuseClaimedWork } from '../../platform/work/items.ts';
import { applyRepaymentEvent } from './transitions.ts';
import type { RepaymentRecord } from './types.ts';

/**
 * Allocates money held in suspense to its loan. It pays the amounts due on the day of its payment in the usual order, later postings are
 * replayed, and any surplus is owed to the borrower. The caller writes the audit row with the reason.
 *
 * Refuses with `notFound`, with `notHeld` if no money is held any more, and with `heldUnplaceable` if a later coupon, cancellation or
 * write-off prevents the replay, so that staff must decide.
 *
 * @param actor `staff:<id>`
 * @param checker who approves it
 * @returns the allocated amount in centavos
 */
export async function allocateHeld(tx: Tx, deps: Deps, repaymentId: string, actor: string, checker?: string): Promise<number> {
  const { row, paidCents, paidAt, balance } = await lockHeld(tx, repaymentId);
  await refuseClaimedWork(tx, deps, repaymentId, actor, checker);
  const posting = heldPayment(deps, paidCents, paidAt);
  if (isRefused(applyPosting(balance, posting))) fail('heldUnplaceable', { detail: cannotReplay });
  await release(tx, deps, row, { postings: [posting], held: true }, actor);
  return paidCents;
}

/**
 * Leaves the loan unchanged and books the held money as an overpayment owed to the borrower. Refuses as `allocateHeld` does.
 *
 * @returns the returned amount in centavos
 */
export async function returnHeld(tx: Tx, deps: Deps, repaymentId: string, actor: string, checker?: string): Promise<number> {
  const { row, paidCents } = await lockHeld(tx, repaymentId);
  await refuseClaimedWork(tx, deps, repaymentId, actor, checker);
  await release(tx, deps, row, { postings: [], held: true }, actor);
  return paidCents;
}

const release = (tx: Tx, deps: Deps, row: RepaymentRecord, detail: Record<string, unknown>, actor: string) =>
  applyRepaymentEvent(tx, deps, row, { name: 'succeeded', detail, set: { settled_at: deps.clock.now(), reason: null } }, actor);

const cannotReplay =
  'After this money came in, a coupon was used on the loan, or it was cancelled or written off, so it cannot be recalculated.';
const noLongerHeld = 'The money is already allocated or returned.';

/** Finds a repayment whose money is held. Locks its loan first, as every booking does, to avoid deadlocks. */
async function lockHeld(tx: Tx, id: string): Promise<{ row: RepaymentRecord; paidCents: number; paidAt: Date; balance: LoanBalance }> {
  const found = await tx.selectFrom('repayments').select('loan_id').where('id', '=', id).executeTakeFirst();
  if (!found) return fail('notFound');
  const balance = await lockBalance(tx, found.loan_id);
  const row = await tx.selectFrom('repayments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const { mismatch, paid_cents: paidCents, paid_at: paidAt } = row;
  if (!mismatch || paidCents === null || paidAt === null) return fail('notHeld', { detail: 'No money of this repayment is held.' });
  const held = await heldRows(tx).where('id', '=', id).executeTakeFirst();
  return held ? { row, paidCents, paidAt, balance } : fail('notHeld', { detail: noLongerHeld });
}

/** Repayments whose money is held, oldest first. */
export const heldRepayments = (db: Db | Tx): Promise<RepaymentRecord[]> => heldRows(db).orderBy('created_at').orderBy('id').execute();
