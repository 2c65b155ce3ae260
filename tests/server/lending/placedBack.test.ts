import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, waivableOn, applyPosting, extensionQuote, journalOf, payoffOn, replay } from '../../../server/lending/index.ts';
import type { Account, Day, LoanBalance, LoanTerms, Payment, Posting } from '../../../server/lending/index.ts';
import { anyTerms } from './support/histories.ts';
import { start, termsOf } from './support/terms.ts';

/**
 * Money that was in suspense while something was booked counts from the day of its arrival (lending.md, "Settled after the comparison").
 */

const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };
const disbursed: Posting = { type: 'disbursed', day: start, couponCents: 0 };
const paid = (day: Day, cashCents: number): Payment => ({ type: 'payment', day, cashCents, couponCents: 0 });
const placedBack = (payment: Payment): Payment => ({ ...payment, placedBack: true });

/** The balance of each account after postings. */
function books(terms: LoanTerms, postings: readonly Posting[]): Partial<Record<Account, number>> {
  const sums: Partial<Record<Account, number>> = {};
  let before = replay(terms, []);
  for (const posting of postings) {
    for (const { account, cents } of journalOf(posting, before)) sums[account] = (sums[account] ?? 0) + cents;
    const applied = applyPosting(before, posting);
    if ('refused' in applied) throw new Error(applied.refused);
    before = applied.balance;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
}

/** ₱5,000 for 14 days from June 1, due on June 15. */
const terms = termsOf();

test.each([
  ['before the due date, and the loan was paid late', '2026-06-10', [paid('2026-06-25', 100_000)]],
  ['on the due date', '2026-06-15', [paid('2026-06-25', 100_000)]],
  ['when the loan was late already', '2026-06-20', [paid('2026-06-25', 100_000)]],
  ['on the day of the later payment', '2026-06-25', [paid('2026-06-25', 100_000)]],
  ['between two payments', '2026-06-18', [paid('2026-06-05', 50_000), paid('2026-06-25', 100_000), paid('2026-07-20', 80_000)]],
  ['before the loan was settled with charges that are given back', '2026-06-10', [paid('2026-06-25', 522_566)]],
])('3.1 money that came %s is booked as if it had been placed on its day', (_, heldOn, others) => {
  const held = paid(heldOn, 200_000);
  const late = [disbursed, ...others, placedBack(held)];
  const inTime = [
    disbursed,
    ...[...others, held].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : others.indexOf(b) - others.indexOf(a))),
  ];
  expect(replay(terms, late)).toEqual(replay(terms, inTime));
  expect(books(terms, late)).toEqual(books(terms, inTime));
});

test('3.1 the charges of the days between are refunded in the journal of the allocated money', () => {
  const before = replay(terms, [disbursed, paid('2026-06-25', 100_000)]);
  // 5 % a month of ₱5,140 for ten days, of which the late charge takes ₱50.
  expect(before.charged).toMatchObject({ lateChargeCents: 5000, penaltyCents: 3566 });
  const held = placedBack(paid('2026-06-10', 200_000));
  // ₱90 of interest until June 10, so ₱3,090 are left. ₱30.90 of interest accrue until June 15: 5 % a month of ₱3,120.90.
  expect(replay(terms, [...before.postings, held]).charged).toMatchObject({ lateChargeCents: 5000, penaltyCents: 201 });
  expect(Object.fromEntries(journalOf(held, before).map(({ account, cents }) => [account, cents]))).toEqual({
    'clearing.collection': 200_000,
    'income.interest': 14_000 - 12_090,
    'income.penalty': 3566 - 201,
    'receivable.principal': -205_275,
  });
});

describe('3.1 an extension bought meanwhile', () => {
  const heldOn = '2026-06-10';
  const price = (balance: LoanBalance, day: Day) => {
    const quote = extensionQuote(balance, day);
    if ('refused' in quote) throw new Error(quote.refused);
    return quote.amountCents;
  };

  test('costs its price at that time, and the rest of its money pays the loan', () => {
    const bought = price(replay(terms, [disbursed]), '2026-06-20');
    const cheaper = price(replay(terms, [disbursed, paid(heldOn, 200_000)]), '2026-06-20');
    expect(cheaper).toBeLessThan(bought);
    const extended = (cashCents: number) => ({ type: 'extension' as const, day: '2026-06-20', cashCents, couponCents: 0 });
    const late = [disbursed, extended(bought), placedBack(paid(heldOn, 200_000))];
    const inTime = [disbursed, paid(heldOn, 200_000), extended(cheaper), paid('2026-06-20', bought - cheaper)];
    expect(replay(terms, late)).toEqual(replay(terms, inTime));
    expect(books(terms, late)).toEqual(books(terms, inTime));
  });

  test('of a loan settled before is owed to the borrower', () => {
    const bought = price(replay(terms, [disbursed]), '2026-06-20');
    const all = payoffOn(replay(terms, [disbursed]), heldOn).totalCents;
    const balance = replay(terms, [
      disbursed,
      { type: 'extension', day: '2026-06-20', cashCents: bought, couponCents: 0 },
      placedBack(paid(heldOn, all)),
    ]);
    expect(balance).toMatchObject({ state: 'settled', extensions: 0, paid: { overpaidCents: bought } });
  });
});

test.each<[string, Posting]>([
  ['a coupon was used', { type: 'payment', day: '2026-06-20', cashCents: 50_000, couponCents: 5000 }],
  ['the loan was written off', { type: 'writeOff', day: '2026-06-20' }],
  ['the loan was cancelled', { type: 'cancellation', day: '2026-06-20' }],
])('3.1 where %s meanwhile, a person decides', (_, posting) => {
  const balance = replay(terms, [disbursed, posting]);
  expect(applyPosting(balance, placedBack(paid('2026-06-10', 100_000)))).toEqual({ refused: 'NOT_RECKONED_ANEW' });
});

test('D09 money that came in before a waiver leaves less to waive, and the borrower no worse off', () => {
  const waiver: Posting = { type: 'waiver', day: '2026-07-20', penaltyCents: 10_000, lateChargeCents: 5000, interestCents: 0 };
  const late = replay(terms, [disbursed, waiver, placedBack(paid('2026-06-10', 100_000))]);
  const inTime = replay(terms, [disbursed, paid('2026-06-10', 100_000)]);
  const most = waivableOn(inTime, '2026-07-20');
  const less = {
    penaltyCents: Math.min(10_000, most.penaltyCents),
    lateChargeCents: Math.min(5000, most.lateChargeCents),
    interestCents: 0,
  };
  expect(late).toEqual(replay(terms, [disbursed, paid('2026-06-10', 100_000), { ...waiver, ...less }]));
  const settled = replay(terms, [disbursed, waiver, placedBack(paid('2026-06-10', 9_000_000))]);
  expect(settled).toMatchObject({ state: 'settled', waivedCents: 0 });
});

test('3.1 money allocated later leaves loan and books as if allocated on its day', () => {
  const step = fc.record({ afterDays: fc.integer({ min: 0, max: 40 }), cents: fc.integer({ min: 1, max: 3_000_000 }) });
  fc.assert(
    fc.property(anyTerms, fc.array(step, { minLength: 1, maxLength: 6 }), fc.nat(), (any, steps, pick) => {
      let day = start;
      const payments = steps.map(({ afterDays, cents }) => paid((day = addDays(day, afterDays)), cents));
      // Payments of the same day are ordered by their booking.
      const held = payments.findLastIndex((each) => each.day === payments[pick % payments.length]?.day);
      const inTime = [disbursed, ...payments];
      const late = [disbursed, ...payments.toSpliced(held, 1), placedBack(payments[held] as Payment)];
      expect(replay(any, late)).toEqual(replay(any, inTime));
      expect(books(any, late)).toEqual(books(any, inTime));
    }),
    runs,
  );
});
