import { disbursed, effectiveDay, nothingPaid, outstandingPrincipalCents, undisbursed } from './balance.ts';
import { applyExtension } from './extension.ts';
import { originate } from './origination.ts';
import { applyPayment, fixedUntil, type Booked } from './payment.ts';
import type { Day, LoanBalance, LoanTerms, Posting, Refused } from './types.ts';

/**
 * A loan after its postings, in their order: the only way in which the state of a loan comes about. Throws when a posting
 * could not have been made, since what is stored has been checked.
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
  writeOff,
};

/** The loan after one more posting, and where its money went; or why it cannot be made. Ask before storing it. */
export function applyPosting(balance: LoanBalance, posting: Posting): Booked | Refused {
  const apply = posted[posting.type] as (balance: LoanBalance, posting: Posting) => Booked | Refused;
  return apply(balance, posting);
}

function disburse({ state, terms }: LoanBalance, { day, couponCents }: PostingOf<'disbursed'>): Booked | Refused {
  if (state !== 'undisbursed') return { refused: 'NOT_ACTIVE' };
  const origination = originate(terms, couponCents);
  if ('refused' in origination) return origination;
  return { balance: disbursed(terms, day, origination.couponCents), parts: nothingPaid };
}

/** What was received is returned, and the loan is as if it had never been: only before anything was paid on it. */
function cancel(balance: LoanBalance, { day }: PostingOf<'cancellation'>): Booked | Refused {
  const isUntouched = balance.extensions === 0 && Object.values(balance.paid).every((cents) => cents === 0);
  if (balance.state !== 'active' || !isUntouched) return { refused: 'NOT_CANCELLABLE' };
  return { balance: ended(balance, 'cancelled', day), parts: nothingPaid };
}

/** Interest ends where it did, and charges for being late, which follow from the due date, begin after the new one. */
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
