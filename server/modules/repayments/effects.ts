import { json } from '../../db/json.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { nextDueDate, suspenseEntries } from '../../lending/index.ts';
import type { Posting } from '../../lending/types.ts';
import { manilaDay } from '../../time.ts';
import { releaseCoupon, useCoupon } from '../coupons/hold.ts';
import { post } from '../ledger/post.ts';
import { effectDefinitions, effectsByName } from '../lifeCycles.ts';
import { bookPosting, type BookedPosting } from '../loans/postings.ts';
import { endLoan } from './loanEvents.ts';
import { noticeEffects } from './notices.ts';
import { collectionKey, operationOf, type RepaymentEffect, type RepaymentRecord } from './types.ts';

const bookRepayment: RepaymentEffect = {
  name: 'bookRepayment',
  description: 'Books the money and what the coupon adds, and settles, extends or takes back the loan.',
  async run({ tx, deps, subject: repayment, event, actor }) {
    const posting = event['posting'] as Posting | undefined;
    if (!posting) throw new Error(`repayment ${repayment.id}: nothing says what to book`);
    const booked = await bookPosting(tx, deps, repayment.loan_id, collectionKey(repayment.reference), posting);
    if (!booked) return;
    await settleCoupon(tx, deps, repayment, posting);
    await keepAsBooked(tx, repayment, posting, booked);
    await endLoan(tx, deps, repayment, booked, actor);
  },
};

const couponCentsOf = (posting: Posting): number => ('couponCents' in posting ? posting.couponCents : 0);

/** Used, if it paid a part; given back otherwise. */
async function settleCoupon(tx: Tx, deps: Deps, repayment: RepaymentRecord, posting: Posting): Promise<void> {
  await (couponCentsOf(posting) > 0 ? useCoupon : releaseCoupon)(tx, deps, operationOf(repayment));
}

/** The row says what was booked, where that is not what was quoted. */
async function keepAsBooked(
  tx: Tx,
  { id, amount_cents: amountCents }: RepaymentRecord,
  posting: Posting,
  { parts, balance }: BookedPosting,
): Promise<void> {
  const couponCents = couponCentsOf(posting);
  await tx
    .updateTable('repayments')
    .set({
      parts: json(parts),
      coupon_cents: couponCents,
      due_cents: amountCents + couponCents,
      ...(couponCents === 0 ? { coupon_id: null } : {}),
      new_due_day: posting.type === 'extension' ? (nextDueDate(balance) ?? null) : null,
    })
    .where('id', '=', id)
    .execute();
}

const holdInSuspense: RepaymentEffect = {
  name: 'holdInSuspense',
  description: 'Holds money that does not fit what was asked for, leaves the loan as it is, and raises an alarm.',
  async run({ tx, deps, subject: repayment }) {
    const { id, loan_id: loanId, reference, paid_cents: paidCents, paid_at: paidAt } = repayment;
    if (paidCents === null || paidAt === null) throw new Error(`repayment ${id}: no money to hold`);
    const entries = suspenseEntries(paidCents);
    await post(tx, deps, { key: collectionKey(reference), kind: 'repaymentMismatch', loanId, day: manilaDay(paidAt), entries });
    deps.log.error({ alarm: 'repaymentMismatch', repayment: id }, 'money came in that does not fit what was asked for');
  },
};

const releaseRepaymentCoupon: RepaymentEffect = {
  name: 'releaseRepaymentCoupon',
  description: 'Gives the coupon back that was held for a repayment.',
  run: async ({ tx, deps, subject }) => void (await releaseCoupon(tx, deps, operationOf(subject))),
};

/** What transitions of a repayment may do, by the names in flows/lifecycles/repayment.lifecycle.json. */
export const repaymentEffects = effectsByName([bookRepayment, holdInSuspense, releaseRepaymentCoupon, ...noticeEffects]);

export const repaymentEffectDefinitions = effectDefinitions(repaymentEffects);
