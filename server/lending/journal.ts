import { outstandingPrincipalCents, undisbursed } from './balance.ts';
import { originate } from './origination.ts';
import { applyPosting, isPlacedBack, replay } from './replay.ts';
import type { Booked } from './payment.ts';
import type { Account, Allocation, Entry, LoanBalance, Paid, Posting, Waived } from './types.ts';
import { waivedCentsOf } from './waiver.ts';

type Amounts = Partial<Record<Account, number>>;

/**
 * Returns the ledger entries of a posting. Debit is positive, credit negative, and they sum to zero; zero entries are omitted.
 * Income is booked when it is paid, because overdue charges depend on the day of payment (design.md, tenet 6).
 *
 * @param before the loan before the posting
 * @throws if the posting is refused; check with `applyPosting` first
 */
export function journalOf(posting: Posting, before: LoanBalance): Entry[] {
  const applied = applyPosting(before, posting);
  if ('refused' in applied) throw new Error(`journal of ${posting.type}: ${applied.refused}`);
  if (isPlacedBack(posting)) return changeOf(booksOf(before), booksOf(applied.balance));
  return entriesOf(amountsOf[posting.type](before, applied, posting));
}

/** All entries of a loan so far, summed by account. */
function booksOf({ terms, postings }: LoanBalance): Amounts {
  const sums: Amounts = {};
  let before = undisbursed(terms);
  for (const posting of postings) {
    for (const { account, cents } of journalOf(posting, before)) sums[account] = (sums[account] ?? 0) + cents;
    before = replay(terms, [...before.postings, posting]);
  }
  return sums;
}

/** Entries that take the books from one state to another. They reverse excess charges. */
function changeOf(from: Amounts, to: Amounts): Entry[] {
  const accounts = Object.keys({ ...from, ...to }) as Account[];
  return entriesOf(Object.fromEntries(accounts.map((account) => [account, (to[account] ?? 0) - (from[account] ?? 0)])));
}

const amountsOf: Record<Posting['type'], (before: LoanBalance, applied: Booked, posting: Posting) => Amounts> = {
  disbursed: (_, { balance }) => payout(balance),
  payment: (_, { parts }, posting) => receipt(posting as Paid & Posting, parts),
  extension: (_, { parts }, posting) => receipt(posting as Paid & Posting, parts),
  cancellation: returned,
  // A deferral moves a date, not money.
  deferral: () => ({}),
  waiver: (_, __, posting) => waived(posting as Waived & Posting),
  writeOff: (before) => ({
    'expense.write_off': outstandingPrincipalCents(before),
    'receivable.principal': -outstandingPrincipalCents(before),
  }),
};

/** Money that matches no amount due. It stays in suspense until staff decide what to do with it. */
export const suspenseEntries = (cashCents: number): Entry[] =>
  entriesOf({ 'clearing.collection': cashCents, 'liability.suspense': -cashCents });

/** Suspense money that does not belong to the loan. It is owed to the borrower as an overpayment. */
export const owedEntries = (heldCents: number): Entry[] =>
  entriesOf({ 'liability.suspense': heldCents, 'liability.overpayment': -heldCents });

export const refundEntries = (cents: number): Entry[] => entriesOf({ 'liability.overpayment': cents, 'clearing.refund': -cents });

/** Dr receivable P, Dr voucher c; Cr clearing received, fees, GST (lending.md, "States"; LV-01, LV-03). */
function payout({ terms, couponCents }: LoanBalance): Amounts {
  const origination = originate(terms, couponCents);
  if ('refused' in origination) throw new Error(`payout: ${origination.refused}`);
  return {
    'receivable.principal': terms.principalCents,
    'expense.voucher': origination.couponCents,
    'clearing.disbursement': -origination.receivedCents,
    'income.service_fee': -origination.serviceFeeCents,
    'income.score_fee': -origination.creditScoreFeeCents,
    'income.interest': -origination.upfrontInterestCents,
    'liability.gst': -origination.gstCents,
  };
}

/** Reverses the payout. The money arrives in the collection account. */
function returned(before: LoanBalance): Amounts {
  const { 'clearing.disbursement': receivedCents = 0, ...rest } = payout(before);
  const reversed = Object.entries(rest).map(([account, cents]) => [account, -cents] as const);
  return { ...Object.fromEntries(reversed), 'clearing.collection': -receivedCents };
}

function receipt({ cashCents, couponCents }: Paid, parts: Allocation): Amounts {
  return {
    'clearing.collection': cashCents,
    'expense.voucher': couponCents,
    'income.penalty': -parts.penaltyCents,
    'income.late_charge': -parts.lateChargeCents,
    'income.interest': -parts.interestCents,
    'income.extension_fee': -parts.extensionFeeCents,
    'receivable.principal': -parts.principalCents,
    'liability.overpayment': -parts.overpaidCents,
  };
}

/**
 * Books the waived income and, against it, its contra account. The ledger has no receivable for it, because income is booked only when it
 * is paid.
 */
const waived = (given: Waived): Amounts => ({
  'income.waived': waivedCentsOf(given),
  'income.penalty': -given.penaltyCents,
  'income.late_charge': -given.lateChargeCents,
  'income.interest': -given.interestCents,
});

function entriesOf(amounts: Amounts): Entry[] {
  const entries = Object.entries(amounts) as [Account, number][];
  const journal = entries.flatMap(([account, cents]) => (cents === 0 ? [] : [{ account, cents }]));
  const sumCents = journal.reduce((sum, { cents }) => sum + cents, 0);
  if (sumCents !== 0) throw new Error(`journal: entries are ${sumCents} centavos off zero`);
  return journal;
}
