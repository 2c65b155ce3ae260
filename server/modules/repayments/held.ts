import { sql } from 'kysely';
import { owedEntries } from '../../lending/index.ts';
import type { Entry, Posting } from '../../lending/types.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { manilaDay } from '../../time.ts';
import { post } from '../ledger/post.ts';
import { bookPosting } from '../loans/postings.ts';
import { readLoan } from '../loans/transitions.ts';
import { notify } from '../notifications/notify.ts';
import { endLoan } from './loanEvents.ts';
import type { RepaymentRecord } from './types.ts';

/** The journals by which held money leaves suspense: its loan takes it, or it is owed to the borrower. */
const releasedKey = (reference: string): string => `released:${reference}`;
const allocatedKey = (reference: string): string => `allocated:${reference}`;
const owedKey = (reference: string): string => `owed:${reference}`;

/**
 * Gives money that was held in suspense to its loan, at a person's word: what is due is paid in the usual order, as of the day
 * on which it was paid; what is beyond is owed to the borrower. The repayment stays as it was: it was not what was asked for.
 * The caller writes the audit row, with the reason that was given.
 *
 * Refuses with `notFound`, or with `conflict` where no money is held (any more).
 *
 * @param actor `staff:<id>`
 * @returns how much it was
 */
export async function allocateHeld(tx: Tx, deps: Deps, repaymentId: string, actor: string): Promise<number> {
  const { row, paidCents, day } = await lockHeld(tx, repaymentId);
  const { reference, loan_id: loanId } = row;
  const posting: Posting = { type: 'payment', day, cashCents: paidCents, couponCents: 0 };
  const booked = await bookPosting(tx, deps, loanId, allocatedKey(reference), posting);
  if (!booked) fail('conflict', { detail: goneAlready });
  await post(tx, deps, { key: releasedKey(reference), kind: 'suspenseReleased', loanId, day, entries: released(paidCents) });
  await endLoan(tx, deps, row, booked, actor);
  await tell(tx, deps, row, 'allocated', paidCents);
  return paidCents;
}

/**
 * Leaves the loan as it is: held money is owed to the borrower, as what is overpaid. Refuses, and is audited, as `allocateHeld`.
 *
 * @returns how much it was
 */
export async function returnHeld(tx: Tx, deps: Deps, repaymentId: string): Promise<number> {
  const { row, paidCents, day } = await lockHeld(tx, repaymentId);
  const { reference, loan_id: loanId } = row;
  await post(tx, deps, { key: owedKey(reference), kind: 'suspenseOwed', loanId, day, entries: owedEntries(paidCents) });
  await tell(tx, deps, row, 'owed', paidCents);
  return paidCents;
}

const goneAlready = 'The money was given to the loan, or back, before.';

/** A repayment whose money is held, kept from anybody else until the transaction ends. */
async function lockHeld(tx: Tx, id: string): Promise<{ row: RepaymentRecord; paidCents: number; day: string }> {
  const row = await tx.selectFrom('repayments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return fail('notFound');
  const { mismatch, paid_cents: paidCents, paid_at: paidAt } = row;
  if (!mismatch || paidCents === null || paidAt === null) return fail('conflict', { detail: 'No money of this repayment is held.' });
  const held = await heldRows(tx).where('id', '=', id).executeTakeFirst();
  return held ? { row, paidCents, day: manilaDay(paidAt) } : fail('conflict', { detail: goneAlready });
}

/** Tells the borrower what became of it. Words: `server.sms.repayment.<text>`. */
async function tell(tx: Tx, deps: Deps, row: RepaymentRecord, text: 'allocated' | 'owed', amountCents: number): Promise<void> {
  const { order_number: order } = await readLoan(tx, row.loan_id);
  await notify(tx, deps, row.customer_id, `repayment.${text}`, { order, amountCents }, { key: `repayment:${row.id}:${text}` });
}

/** Suspense the other way round: with the journal of the payment, clearing is as the provider has it. */
const released = (cents: number): Entry[] => [
  { account: 'liability.suspense', cents },
  { account: 'clearing.collection', cents: -cents },
];

/** Repayments whose money is held: no journal has taken it out of suspense. */
const heldRows = (db: Db | Tx) =>
  db
    .selectFrom('repayments')
    .selectAll()
    .where('mismatch', '=', true)
    .where('paid_at', 'is not', null)
    .where(
      sql<boolean>`not exists (select 1 from journals
        where journals.key in (${sql.lit(releasedKey(''))} || repayments.reference, ${sql.lit(owedKey(''))} || repayments.reference))`,
    );

/** Repayments whose money is held, oldest first. */
export const heldRepayments = (db: Db | Tx): Promise<RepaymentRecord[]> => heldRows(db).orderBy('created_at').orderBy('id').execute();
