import { json } from '../../platform/db/json.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { nextDueDate, nothingPaid, owedEntries, sumOfParts, suspenseEntries } from '../../lending/index.ts';
import type { Posting } from '../../lending/types.ts';
import { dayOf } from '../../platform/time.ts';
import { releaseCoupon, useCoupon } from '../coupons/hold.ts';
import { post } from '../ledger/post.ts';
import { owedKey, releasedKey } from '../loans/heldMoney.ts';
import { endWait } from '../loans/waiting.ts';
import { bookPosting, type BookedPosting } from '../loans/postings.ts';
import { closeWork, openWork } from '../../platform/work/items.ts';
import { endLoan } from './loanEvents.ts';
import { noticeEffects } from './notices.ts';
import { collectionKey, operationOf, type RepaymentEffect, type RepaymentRecord } from './types.ts';

const bookRepayment: RepaymentEffect = {
  name: 'bookRepayment',
  description: 'Books the money and the coupon, and settles, extends or cancels the loan.',
  events: ['succeeded'],
  always: true,
  async run({ tx, deps, subject: repayment, event, actor }) {
    const postings = event['postings'] as readonly Posting[] | undefined;
    if (!postings) throw new Error(`repayment ${repayment.id}: the event names no postings`);
    const isHeld = event['held'] === true;
    // If the money does not cancel the loan, it pays towards the loan, without a charge for the wait.
    if (repayment.kind === 'cancellation' && !postings.some(({ type }) => type === 'cancellation')) {
      await endWait(tx, deps, repayment.loan_id, repayment.id);
    }
    if (isHeld) await releaseSuspense(tx, deps, repayment, postings.length > 0);
    const booked = await bookAll(tx, deps, repayment, postings, isHeld);
    if (!isHeld) await settleCoupon(tx, deps, repayment, postings);
    await storeBookedFigures(tx, repayment, postings, booked);
    if (booked) await restate(tx, booked);
    if (booked) await endLoan(tx, deps, repayment, booked, actor);
  },
};

/**
 * Books postings in order under the repayment's own keys. A payment on top of an extension gets the key `rest`.
 *
 * @returns the loan before and after them, and the total allocation; undefined if there was nothing to book
 */
async function bookAll(
  tx: Tx,
  deps: Deps,
  { id, loan_id: loanId, reference }: RepaymentRecord,
  postings: readonly Posting[],
  isHeld: boolean,
): Promise<BookedPosting | undefined> {
  const keys = [isHeld ? `allocated:${reference}` : collectionKey(reference), `rest:${reference}`];
  let all: BookedPosting | undefined;
  for (const [index, posting] of postings.entries()) {
    const booked = await bookPosting(tx, deps, loanId, keys[index] ?? '', posting);
    if (!booked) throw new Error(`repayment ${id}: ${keys[index]} was booked before`);
    all = { ...booked, before: all?.before ?? booked.before, parts: sumOfParts(all?.parts ?? nothingPaid, booked.parts) };
  }
  return all;
}

/** Stores the new allocations of earlier repayments. */
async function restate(tx: Tx, { restated }: BookedPosting): Promise<void> {
  const byReference = Map.groupBy(restated, ({ key }) => key.slice(key.indexOf(':') + 1));
  for (const [reference, of] of byReference) {
    const parts = of.reduce((sum, each) => sumOfParts(sum, each.parts), nothingPaid);
    const isOwed = Object.entries(parts).every(([part, cents]) => (part === 'overpaidCents') === cents > 0);
    await tx
      .updateTable('repayments')
      .set({ parts: json(parts), ...(isOwed ? { outcome: 'owed', new_due_day: null } : {}) })
      .where('reference', '=', reference)
      .execute();
  }
}

/** Takes held money out of suspense, once: into its loan, so that clearing agrees with the provider, or owed to the borrower. */
async function releaseSuspense(
  tx: Tx,
  deps: Deps,
  { id, loan_id: loanId, reference, paid_cents: cents, paid_at: paidAt }: RepaymentRecord,
  toLoan: boolean,
): Promise<void> {
  if (cents === null || paidAt === null) throw new Error(`repayment ${id}: no money is held`);
  const journal = toLoan
    ? { key: releasedKey(reference), kind: 'suspenseReleased', entries: suspenseEntries(-cents) }
    : { key: owedKey(reference), kind: 'suspenseOwed', entries: owedEntries(cents) };
  await post(tx, deps, { ...journal, loanId, day: dayOf(deps, paidAt) });
  await closeWork(tx, deps, ['heldMoney'], id);
}

const couponCentsOf = (postings: readonly Posting[]): number =>
  postings.reduce((sum, posting) => sum + ('couponCents' in posting ? posting.couponCents : 0), 0);

/** Uses the coupon if it paid a part, otherwise releases it. */
async function settleCoupon(tx: Tx, deps: Deps, repayment: RepaymentRecord, postings: readonly Posting[]): Promise<void> {
  await (couponCentsOf(postings) > 0 ? useCoupon : releaseCoupon)(tx, deps, operationOf(repayment));
}

function outcomeOf(postings: readonly Posting[], booked: BookedPosting | undefined): NonNullable<RepaymentRecord['outcome']> {
  if (!booked) return 'owed';
  const { state } = booked.balance;
  // Money allocated to a loan that has since ended pays the amounts that were open on its day.
  if (booked.before.state !== 'active') return booked.restated.length > 0 && booked.parts.principalCents > 0 ? 'part' : 'owed';
  if (state === 'settled' || state === 'cancelled') return state;
  return postings.some(({ type }) => type === 'extension') ? 'extended' : 'part';
}

/** Stores the booked figures, which may differ from the quote. */
async function storeBookedFigures(
  tx: Tx,
  { id, amount_cents: amountCents, paid_cents: paidCents }: RepaymentRecord,
  postings: readonly Posting[],
  booked: BookedPosting | undefined,
): Promise<void> {
  const couponCents = couponCentsOf(postings);
  const outcome = outcomeOf(postings, booked);
  const parts = booked?.parts ?? { ...nothingPaid, overpaidCents: paidCents ?? 0 };
  await tx
    .updateTable('repayments')
    .set({
      parts: json(parts),
      coupon_cents: couponCents,
      due_cents: amountCents + couponCents,
      ...(couponCents === 0 ? { coupon_id: null } : {}),
      new_due_day: booked && postings.some(({ type }) => type === 'extension') ? (nextDueDate(booked.balance) ?? null) : null,
      outcome,
    })
    .where('id', '=', id)
    .execute();
}

const holdInSuspense: RepaymentEffect = {
  name: 'holdInSuspense',
  description: 'Holds money that its loan cannot take, leaves the loan as it is, and raises an alarm.',
  events: ['mismatched'],
  always: true,
  async run({ tx, deps, subject: repayment }) {
    const { id, loan_id: loanId, reference, paid_cents: paidCents, paid_at: paidAt } = repayment;
    if (paidCents === null || paidAt === null) throw new Error(`repayment ${id}: no money to hold`);
    const entries = suspenseEntries(paidCents);
    await post(tx, deps, { key: collectionKey(reference), kind: 'repaymentMismatch', loanId, day: dayOf(deps, paidAt), entries });
    await openHeldMoney(tx, deps, repayment);
    const detail = { loan: loanId, paidCents };
    deps.alarms.raise({ kind: 'repaymentMismatch', subject: `repayment:${id}`, detail }, 'money came in that its loan cannot take');
  },
};

async function openHeldMoney(tx: Tx, deps: Deps, { id, loan_id: loanId, customer_id: customerId }: RepaymentRecord): Promise<void> {
  const { order_number: number } = await tx.selectFrom('loans').select('order_number').where('id', '=', loanId).executeTakeFirstOrThrow();
  await openWork(tx, deps, { kind: 'heldMoney', subject: id, customerId, number });
}

const endCancellation: RepaymentEffect = {
  name: 'endCancellation',
  description: 'Continues the loan whose money was not returned, without a charge for the wait.',
  events: ['failed'],
  always: true,
  run: async ({ tx, deps, subject: { id, kind, loan_id: loanId } }) => {
    if (kind === 'cancellation') await endWait(tx, deps, loanId, id);
  },
};

const releaseRepaymentCoupon: RepaymentEffect = {
  name: 'releaseRepaymentCoupon',
  description: 'Releases the coupon of the repayment.',
  events: ['failed', 'abandoned', 'mismatched'],
  always: true,
  run: async ({ tx, deps, subject }) => void (await releaseCoupon(tx, deps, operationOf(subject))),
};

/** Effects of a repayment's transitions, by their names in flows/lifecycles/repayment.lifecycle.json. */
export const repaymentEffects: readonly RepaymentEffect[] = [
  bookRepayment,
  holdInSuspense,
  endCancellation,
  releaseRepaymentCoupon,
  ...noticeEffects,
];
