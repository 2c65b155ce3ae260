import { sumOfParts } from './allocation.ts';
import { disbursed, effectiveDay, nothingPaid, outstandingPrincipalCents, undisbursed } from './balance.ts';
import { laterOf } from '../../engine/config/days.ts';
import { applyExtension, extensionQuote } from './extension.ts';
import { originate } from './origination.ts';
import { applyPayment, fixedUntil, type Booked } from './payment.ts';
import { applyWaiver, waivedCentsOf, waiverWithin } from './waiver.ts';
import type { Allocation, Day, LoanBalance, LoanTerms, Payment, Posting, Refused } from './types.ts';

/**
 * Computes a loan by replaying its postings in order. A loan's state has no other source. Throws if a posting is refused, because stored
 * postings were checked.
 */
export function replay(terms: LoanTerms, postings: readonly Posting[]): LoanBalance {
  return postings.reduce((balance, posting) => {
    const applied = applyPosting(balance, posting);
    if ('refused' in applied) throw new Error(`replay: ${posting.type} on ${posting.day} was refused: ${applied.refused}`);
    return applied.balance;
  }, undisbursed(terms));
}

type PostingOf<Type extends Posting['type']> = Extract<Posting, { type: Type }>;

const posted: { [Type in Posting['type']]: (balance: LoanBalance, posting: PostingOf<Type>) => Booked | Refused } = {
  disbursed: disburse,
  payment: (balance, posting) => (balance.state === 'undisbursed' ? { refused: 'NOT_ACTIVE' } : applyPayment(balance, posting)),
  extension: applyExtension,
  cancellation: cancel,
  deferral: defer,
  waiver: applyWaiver,
  writeOff,
};

/** Returns the loan and the allocation after one more posting, or why it is refused. Call it before storing a posting. */
export const applyPosting = (balance: LoanBalance, posting: Posting): Booked | Refused =>
  isPlacedBack(posting) ? bookRetroactively(balance, posting) : applyNext(balance, posting);

export const isPlacedBack = (posting: Posting): posting is Payment => posting.type === 'payment' && posting.placedBack === true;

function applyNext(balance: LoanBalance, posting: Posting): Booked | Refused {
  const apply = posted[posting.type] as (balance: LoanBalance, posting: Posting) => Booked | Refused;
  const applied = apply(balance, posting);
  return 'refused' in applied ? applied : { ...applied, balance: { ...applied.balance, postings: [...balance.postings, posting] } };
}

/**
 * Books money that arrived before later postings but is booked only now. It counts from the day it arrived (lending.md): the later postings
 * are recalculated after it, so that the amount bears no charge for those days. No posting is edited; the journal of this one carries the
 * difference (`journalOf`). An extension costs its recalculated amount, and the rest of its money pays the loan.
 *
 * Refuses with `NOT_RECKONED_ANEW` if more than amounts would change: a coupon was used since, or the loan was cancelled or written off.
 */
function bookRetroactively({ terms, postings }: LoanBalance, { day, cashCents, couponCents }: Payment): Booked | Refused {
  let before = undisbursed(terms);
  const since = [...postings];
  for (let next = since[0]; next; next = since[0]) {
    const applied = applyNext(before, next);
    if ('refused' in applied) return applied;
    if (laterOf(applied.balance.asOfDay, next.day) > day) break;
    before = applied.balance;
    since.shift();
  }
  if (before.state === 'undisbursed') return { refused: 'NOT_ACTIVE' };
  const placed = applyNext(before, { type: 'payment', day, cashCents, couponCents });
  if ('refused' in placed) return placed;
  let { balance } = placed;
  const restated: { posting: Posting; parts: Allocation }[] = [];
  for (const posting of since) {
    const again = recalculate(balance, posting);
    if ('refused' in again) return again;
    restated.push({ posting, parts: again.parts });
    ({ balance } = again);
  }
  return { balance, parts: placed.parts, restated };
}

/** Recalculates a posting on a changed balance. */
function recalculate(balance: LoanBalance, posting: Posting): Booked | Refused {
  if (posting.type === 'deferral') return balance.state === 'active' ? applyNext(balance, posting) : { balance, parts: nothingPaid };
  if (posting.type === 'waiver') return waivedAgain(balance, posting);
  const isMoney = posting.type === 'payment' || posting.type === 'extension';
  if (!isMoney || posting.couponCents > 0) return { refused: 'NOT_RECKONED_ANEW' };
  const { day, cashCents } = posting;
  if (posting.type === 'payment') return applyNext(balance, posting);
  const payment: Payment = { type: 'payment', day, cashCents, couponCents: 0 };
  // The loan is settled, so nothing is left to extend.
  if (balance.state !== 'active') return applyNext(balance, payment);
  const quote = extensionQuote(balance, day);
  if ('refused' in quote || cashCents < quote.amountCents) return { refused: 'NOT_RECKONED_ANEW' };
  const extended = applyNext(balance, { ...posting, cashCents: quote.amountCents });
  const restCents = cashCents - quote.amountCents;
  if ('refused' in extended || restCents === 0) return extended;
  const rest = applyNext(extended.balance, { ...payment, cashCents: restCents });
  return 'refused' in rest ? rest : { balance: rest.balance, parts: sumOfParts(extended.parts, rest.parts) };
}

/** Limits a waiver to what is owed on the changed balance. If nothing is left to waive, the waiver has no effect. */
function waivedAgain(balance: LoanBalance, posting: PostingOf<'waiver'>): Booked | Refused {
  const within = { ...posting, ...waiverWithin(balance, posting) };
  if (balance.state !== 'active' || waivedCentsOf(within) === 0) return { balance, parts: nothingPaid };
  return applyNext(balance, within);
}

function disburse({ state, terms }: LoanBalance, { day, couponCents }: PostingOf<'disbursed'>): Booked | Refused {
  if (state !== 'undisbursed') return { refused: 'NOT_ACTIVE' };
  const origination = originate(terms, couponCents);
  if ('refused' in origination) return origination;
  return { balance: disbursed(terms, day, origination.couponCents), parts: nothingPaid };
}

/** Cancels the loan before any payment: the borrower returns the amount received, and nothing else is owed. */
function cancel(balance: LoanBalance, { day }: PostingOf<'cancellation'>): Booked | Refused {
  const isUntouched = balance.extensions === 0 && Object.values(balance.paid).every((cents) => cents === 0);
  if (balance.state !== 'active' || !isUntouched) return { refused: 'NOT_CANCELLABLE' };
  return { balance: ended(balance, 'cancelled', day), parts: nothingPaid };
}

/** Interest still ends on the old date. Overdue charges, which follow from the due date, start after the new one. */
function defer(balance: LoanBalance, { dueDay }: PostingOf<'deferral'>): Booked | Refused {
  if (balance.state !== 'active') return { refused: 'NOT_ACTIVE' };
  const items = balance.items.map((item) =>
    item.dueDate < dueDay ? { ...item, dueDate: dueDay, interestTo: item.interestTo ?? item.dueDate } : item,
  );
  return { balance: { ...balance, items }, parts: nothingPaid };
}

function writeOff(balance: LoanBalance, { day }: PostingOf<'writeOff'>): Booked | Refused {
  if (balance.state !== 'active') return { refused: 'NOT_ACTIVE' };
  return { balance: ended(fixedUntil(balance, day), 'writtenOff', day), parts: nothingPaid };
}

const ended = (balance: LoanBalance, state: 'cancelled' | 'writtenOff', day: Day): LoanBalance => ({
  ...balance,
  state,
  asOfDay: effectiveDay(balance, day),
});

/** Principal that the ledger holds as receivable. */
export const receivableCents = (balance: LoanBalance): number => (balance.state === 'active' ? outstandingPrincipalCents(balance) : 0);
