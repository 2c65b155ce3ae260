import { describe, expect, test } from 'vitest';
import {
  applyPosting,
  dueOn,
  extensionQuote,
  cancellationEnds,
  journalOf,
  nextDueDate,
  overdueDays,
  payoffOn,
  replay,
  suspenseEntries,
  totalCostRoomCents,
} from '../../../server/lending/index.ts';
import type { Entry, LoanBalance, Posting } from '../../../server/lending/index.ts';
import { extension, granted, loan, originated, payment, termsOf } from './support/terms.ts';

const dueDate = '2026-06-15';
const plan = { principalCents: 900_000, termDays: 90, instalments: { count: 3, every: 'days', method: 'equalInstalments' } } as const;
const amounts = (entries: readonly Entry[]) => Object.fromEntries(entries.map(({ account, cents }) => [account, cents]));

describe('paying early', () => {
  test('a prepaid part bears no interest from then on', () => {
    const balance = loan({}, payment('2026-06-06', 105_000));
    expect(balance.paid).toMatchObject({ interestCents: 5000, principalCents: 100_000 });
    // 400,000 × 0.2 % × 9 days
    expect(payoffOn(balance, dueDate)).toMatchObject({ principalCents: 400_000, interestCents: 7200 });
  });

  test('on the first day costs that day once, even with several payments', () => {
    const balance = loan({}, payment('2026-06-01', 101_000), payment('2026-06-01', 100_000));
    expect(balance.paid).toMatchObject({ interestCents: 1000, principalCents: 200_000 });
    expect(payoffOn(balance, '2026-06-02').totalCents).toBe(300_000);
  });

  test('with interest for the full term pays the interest first and does not lower it', () => {
    const balance = loan({ earlyRepayment: 'fullTerm' }, payment('2026-06-06', 105_000));
    expect(balance.paid).toMatchObject({ interestCents: 14_000, principalCents: 91_000 });
    expect(payoffOn(balance, dueDate).totalCents).toBe(409_000);
  });

  test('refunds upfront interest for unused days', () => {
    const balance = loan({ interestTiming: 'upfront' });
    const terms = termsOf({ interestTiming: 'upfront' });
    expect(originated(terms)).toMatchObject({ upfrontInterestCents: 14_000, receivedCents: 478_100 });
    expect(payoffOn(balance, '2026-06-06')).toMatchObject({ interestCents: -9000, totalCents: 491_000 });
    expect(payoffOn(balance, dueDate)).toMatchObject({ interestCents: 0, totalCents: 500_000 });
    expect(amounts(journalOf(payment('2026-06-06', 491_000), balance))).toEqual({
      'clearing.collection': 491_000,
      'income.interest': 9000,
      'receivable.principal': -500_000,
    });
  });
});

describe('being late', () => {
  test('costs nothing within the days of grace, and only the days after them', () => {
    const balance = loan({ graceDays: 3 });
    expect(payoffOn(balance, '2026-06-18')).toMatchObject({ lateChargeCents: 0, penaltyCents: 0, overdueDays: 3 });
    expect(payoffOn(balance, '2026-06-19')).toMatchObject({ lateChargeCents: 856, penaltyCents: 0, overdueDays: 4 });
  });

  test('the late charge is charged once, even if the first payment covered only a part', () => {
    const balance = loan({}, payment('2026-06-16', 856));
    expect(balance.paid.lateChargeCents).toBe(856);
    const later = payoffOn(balance, '2026-07-15');
    expect(later.lateChargeCents).toBe(5000 - 856);
    expect(later.lateChargeCents + later.penaltyCents).toBeLessThanOrEqual(25_700);
  });

  test('an uncovered charge stays owed and bears no interest', () => {
    const balance = loan({}, payment('2026-06-25', 1000));
    expect(balance.unpaid).toEqual({ penaltyCents: 2566, lateChargeCents: 5000 });
    expect(payoffOn(balance, '2026-06-25').totalCents).toBe(521_566);
    // Five more days on 514,000 alone: exactly the debt without the payment, minus the payment.
    expect(payoffOn(balance, '2026-06-30').totalCents).toBe(payoffOn(loan(), '2026-06-30').totalCents - 1000);
  });

  test('of a plan counts from each instalment’s own day', () => {
    const balance = loan(plan);
    const late = dueOn(balance, '2026-08-10');
    expect(late).toMatchObject({ principalCents: 282_699 + 299_661, interestCents: 54_000 + 37_038, overdueDays: 40 });
    const ceilingCents = Math.floor((336_699 * 50_000 * (40 + 10)) / 30_000_000);
    expect(late).toMatchObject({ capped: 'penaltyPer30Days', lateChargeCents: 5000, penaltyCents: ceilingCents - 5000 });
  });
});

describe('a plan', () => {
  test('paid on time costs the disclosed amount', () => {
    const paid = loan(plan, payment('2026-07-01', 336_699), payment('2026-07-31', 336_699), payment('2026-08-30', 336_698));
    expect(paid).toMatchObject({ state: 'settled', paid: { principalCents: 900_000, interestCents: 110_096, overpaidCents: 0 } });
  });

  test('names the next instalment until it is paid', () => {
    const balance = loan(plan);
    expect(dueOn(balance, '2026-06-10').totalCents).toBe(336_699);
    expect(nextDueDate(loan(plan, payment('2026-07-01', 336_699)))).toBe('2026-07-31');
  });

  test('cannot be extended', () => {
    expect(extensionQuote(loan(plan), '2026-06-30')).toEqual({ refused: 'EXTENSION_NOT_OFFERED' });
  });
});

describe('extension', () => {
  test('after the due date pays the late charges and counts from the payment', () => {
    const quote = granted(extensionQuote(loan(), '2026-06-25'));
    expect(quote).toMatchObject({ amountCents: 14_000 + 8566 + 8000, newDueDate: '2026-07-03', payoffThenCents: 500_000 });
    const balance = loan({}, extension('2026-06-25', quote.amountCents));
    expect(payoffOn(balance, '2026-07-03').totalCents).toBe(500_000);
    expect(payoffOn(balance, '2026-07-13')).toMatchObject({ lateChargeCents: 0, interestCents: 0, overdueDays: 10 });
  });

  test('waives the late charge if the product says so, and does not charge it again', () => {
    const terms = { extensionWaivesAccruedPenalty: true };
    const quote = granted(extensionQuote(loan(terms), '2026-06-25'));
    expect(quote.amountCents).toBe(22_000);
    const balance = loan(terms, extension('2026-06-25', quote.amountCents));
    expect(payoffOn(balance, '2026-07-13').lateChargeCents).toBe(0);
  });

  test('is booked only for its exact cost', () => {
    expect(applyPosting(loan(), extension(dueDate, 21_999))).toEqual({ refused: 'AMOUNT_MISMATCH' });
    expect(applyPosting(loan(), extension(dueDate, 22_001))).toEqual({ refused: 'AMOUNT_MISMATCH' });
    expect(applyPosting(loan(), extension(dueDate, 12_000, 10_000))).not.toHaveProperty('refused');
  });

  test('is refused when the charges would exceed their ceiling', () => {
    const balance = loan({ totalCostCapPpm: 59_000 });
    // 7,900 + 14,000 + 8,000 are 29,900 of at most 29,500.
    expect(extensionQuote(balance, dueDate)).toEqual({ refused: 'TOTAL_COST_CAP' });
    expect(granted(extensionQuote(loan({ totalCostCapPpm: 60_000 }), dueDate)).amountCents).toBe(22_000);
    expect(totalCostRoomCents(balance)).toBe(29_500 - 21_900);
    // Ten days late, the charges of 8,566 leave no room for the fee under 35,000.
    const tight = loan({ totalCostCapPpm: 70_000 });
    expect(granted(extensionQuote(tight, dueDate)).amountCents).toBe(22_000);
    expect(extensionQuote(tight, '2026-06-25')).toEqual({ refused: 'TOTAL_COST_CAP' });
  });
});

describe('the ledger', () => {
  const entriesOf = (posting: Posting, before: LoanBalance = loan()) => amounts(journalOf(posting, before));

  test('a repayment with a coupon', () => {
    expect(entriesOf(payment(dueDate, 504_000, 10_000))).toEqual({
      'clearing.collection': 504_000,
      'expense.voucher': 10_000,
      'income.interest': -14_000,
      'receivable.principal': -500_000,
    });
  });

  test('an extension after the due date', () => {
    expect(entriesOf(extension('2026-06-25', 30_566))).toEqual({
      'clearing.collection': 30_566,
      'income.penalty': -3566,
      'income.late_charge': -5000,
      'income.interest': -14_000,
      'income.extension_fee': -8000,
    });
  });

  test('L14 a cancellation reverses the payout and the coupon', () => {
    const before = replay(termsOf(), [{ type: 'disbursed', day: '2026-06-01', couponCents: 5000 }]);
    expect(entriesOf({ type: 'cancellation', day: '2026-06-02' }, before)).toEqual({
      'clearing.collection': 497_100,
      'receivable.principal': -500_000,
      'expense.voucher': -5000,
      'income.service_fee': 5000,
      'income.score_fee': 2000,
      'liability.gst': 900,
    });
    const cancelled = granted(applyPosting(before, { type: 'cancellation', day: '2026-06-02' })).balance;
    expect(cancelled.state).toBe('cancelled');
    expect(payoffOn(cancelled, '2026-06-02').totalCents).toBe(0);
  });

  test('L14 a loan cannot be cancelled after a payment or after 24 hours', () => {
    const paid = loan({}, payment('2026-06-01', 1000));
    expect(applyPosting(paid, { type: 'cancellation', day: '2026-06-02' })).toEqual({ refused: 'NOT_CANCELLABLE' });
    const free = { dailyRatePpm: 0, extensionFeePpmPerDay: 0 };
    const extended = loan(free, extension(dueDate, 0));
    expect(applyPosting(extended, { type: 'cancellation', day: dueDate })).toEqual({ refused: 'NOT_CANCELLABLE' });
    const received = new Date('2026-06-01T02:00:00Z');
    expect(cancellationEnds(received, 24)).toEqual(new Date('2026-06-02T02:00:00Z'));
  });

  test('a write-off and later payments', () => {
    const off: Posting = { type: 'writeOff', day: '2027-06-01' };
    expect(entriesOf(off)).toEqual({ 'expense.write_off': 500_000, 'receivable.principal': -500_000 });
    expect(entriesOf(payment('2027-07-01', 1000), loan({}, off))).toEqual({
      'clearing.collection': 1000,
      'liability.overpayment': -1000,
    });
  });

  test('D09 a waiver of charges and interest, which are not charged again', () => {
    const day = '2026-07-15';
    const owed = payoffOn(loan(), day);
    expect(owed).toMatchObject({ penaltyCents: 20_700, lateChargeCents: 5000, interestCents: 14_000 });
    const waiver: Posting = { type: 'waiver', day, penaltyCents: 20_000, lateChargeCents: 5000, interestCents: 4000 };
    expect(entriesOf(waiver)).toEqual({
      'income.waived': 29_000,
      'income.penalty': -20_000,
      'income.late_charge': -5000,
      'income.interest': -4000,
    });
    const after = loan({}, waiver);
    expect(payoffOn(after, day)).toMatchObject({ penaltyCents: 700, lateChargeCents: 0, interestCents: 10_000, principalCents: 500_000 });
    expect(payoffOn(after, '2026-07-25').lateChargeCents).toBe(0);
    expect(totalCostRoomCents(after) - totalCostRoomCents(loan({}, payment(day, 0)))).toBe(29_000);
  });

  test.each([{ penaltyCents: 20_701 }, { lateChargeCents: 5001 }, { interestCents: 14_001 }])(
    'D09 a waiver of more than is owed is refused: %o',
    (asked) => {
      const waiver: Posting = { type: 'waiver', day: '2026-07-15', penaltyCents: 0, lateChargeCents: 0, interestCents: 0, ...asked };
      expect(applyPosting(loan(), waiver)).toEqual({ refused: 'WAIVER_EXCEEDS_OWED' });
      expect(applyPosting(loan({}, payment('2026-07-15', 600_000)), waiver)).toEqual({ refused: 'NOT_ACTIVE' });
    },
  );

  test('unmatched money is held', () => {
    expect(amounts(suspenseEntries(1234))).toEqual({ 'clearing.collection': 1234, 'liability.suspense': -1234 });
  });
});

test('an impossible posting stops the replay', () => {
  expect(() => replay(termsOf(), [payment(dueDate, 1)])).toThrow('payment on 2026-06-15 was refused: NOT_ACTIVE');
  expect(() => loan({}, { type: 'disbursed', day: dueDate, couponCents: 0 })).toThrow('NOT_ACTIVE');
});

test('a settled loan is never overdue', () => {
  expect(overdueDays(loan({}, payment(dueDate, 514_000)), '2027-01-01')).toBe(0);
});
