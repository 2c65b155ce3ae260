import { sql } from 'kysely';
import type { Entry, Posting } from '../../lending/types.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { manilaDay } from '../../time.ts';
import { post } from '../ledger/post.ts';
import { bookPosting } from '../loans/postings.ts';
import { endLoan } from './loanEvents.ts';
import { findRepayment } from './find.ts';
import type { RepaymentRecord } from './types.ts';

/** The journal by which held money leaves suspense, and the one by which the loan takes it. */
const releasedKey = (reference: string): string => `released:${reference}`;
const allocatedKey = (reference: string): string => `allocated:${reference}`;

/**
 * Gives money that was held in suspense to its loan, at a person's word: what is due is paid in the usual order, as of the day
 * on which it was paid; what is beyond is owed to the borrower. The repayment stays as it was: it was not what was asked for.
 * The caller writes the audit row, with the reason that was given.
 *
 * Refuses with `notFound`, or with `conflict` where no money is held or it was given before.
 *
 * @param actor `staff:<id>`
 */
export async function allocateHeld(tx: Tx, deps: Deps, repaymentId: string, actor: string): Promise<void> {
  const row = (await findRepayment(tx, repaymentId)) ?? fail('notFound');
  const { reference, loan_id: loanId, paid_cents: paidCents, paid_at: paidAt } = row;
  if (!row.mismatch || paidCents === null || paidAt === null) fail('conflict', { detail: 'No money of this repayment is held.' });
  const posting: Posting = { type: 'payment', day: manilaDay(paidAt), cashCents: paidCents, couponCents: 0 };
  const booked = await bookPosting(tx, deps, loanId, allocatedKey(reference), posting);
  if (!booked) fail('conflict', { detail: 'The money was given to the loan before.' });
  await post(tx, deps, { key: releasedKey(reference), kind: 'suspenseReleased', loanId, day: posting.day, entries: released(paidCents) });
  await endLoan(tx, deps, row, booked, actor);
}

/** Suspense the other way round: with the journal of the payment, clearing is as the provider has it. */
const released = (cents: number): Entry[] => [
  { account: 'liability.suspense', cents },
  { account: 'clearing.collection', cents: -cents },
];

/** Repayments whose money is held and was not given to their loan yet, oldest first. */
export const heldRepayments = (db: Db | Tx): Promise<RepaymentRecord[]> =>
  db
    .selectFrom('repayments')
    .selectAll()
    .where('mismatch', '=', true)
    .where(
      sql<boolean>`not exists (select 1 from loan_postings where loan_postings.key = ${sql.lit(allocatedKey(''))} || repayments.reference)`,
    )
    .orderBy('created_at')
    .execute();
