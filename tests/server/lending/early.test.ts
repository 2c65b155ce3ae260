import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dueOn,
  extensionQuote,
  nextDueDate,
  overdueDays,
  payoffOn,
  replay,
  totalCostRoomCents,
} from '../../../server/lending/index.ts';
import type { Day, LoanBalance, LoanTerms, Posting } from '../../../server/lending/index.ts';
import { anyTerms } from './support/histories.ts';
import { extension, granted, loan, payment, start } from './support/terms.ts';

const plan = { principalCents: 900_000, termDays: 90, instalments: { count: 3, every: 'days', method: 'equalInstalments' } } as const;

describe('an instalment paid early', () => {
  test('leaves no interest, nothing overdue, no late charge', () => {
    const balance = loan(plan, payment('2026-06-30', 336_699));
    expect(nextDueDate(balance)).toBe('2026-07-31');
    expect(overdueDays(balance, '2026-07-30')).toBe(0);
    expect(payoffOn(balance, '2026-07-30')).toMatchObject({ lateChargeCents: 0, penaltyCents: 0, overdueDays: 0 });
    expect(dueOn(balance, '2026-07-02')).toMatchObject({ lateChargeCents: 0, penaltyCents: 0, overdueDays: 0 });
    // The interest of the last day on the remaining amount is due with the next instalment, which stays within the agreed amount.
    expect(dueOn(balance, '2026-07-31')).toMatchObject({ principalCents: 297_861, interestCents: 36_930 + 1231 });
  });

  test('leaves nothing owed when it is slightly lower because fewer days of interest were due', () => {
    const balance = loan(plan, payment('2026-06-11', 282_699 + 18_000));
    expect(overdueDays(balance, '2026-07-30')).toBe(0);
    expect(nextDueDate(balance)).toBe('2026-07-31');
  });

  test('if the next one is missed, it is overdue from its own day, with that interest', () => {
    const balance = loan(plan, payment('2026-06-30', 336_699));
    const late = dueOn(balance, '2026-08-10');
    expect(late).toMatchObject({ principalCents: 297_861, interestCents: 38_161, overdueDays: 10 });
  });
});

describe('the late charge of a loan with several overdue periods', () => {
  const rare = { ...plan, penaltyPpmPerDay: 100 };

  test('is charged once, even if a second instalment is late', () => {
    const balance = loan(rare, payment('2026-07-21', dueOn(loan(rare), '2026-07-21').totalCents));
    expect(payoffOn(loan(rare), '2026-07-21').lateChargeCents).toBe(5000);
    expect(balance.charged.lateChargeCents).toBe(5000);
    expect(overdueDays(balance, '2026-07-25')).toBe(0);
    expect(payoffOn(balance, '2026-08-20')).toMatchObject({ lateChargeCents: 0, overdueDays: 20 });
  });

  test('never makes paying an overdue instalment cost more than paying nothing', () => {
    const paid = loan(rare, payment('2026-07-21', dueOn(loan(rare), '2026-07-21').totalCents));
    for (const day of ['2026-08-01', '2026-08-20', '2026-09-30']) {
      const charged = (balance: LoanBalance) => {
        const { lateChargeCents, penaltyCents } = payoffOn(balance, day);
        return balance.paid.lateChargeCents + balance.paid.penaltyCents + lateChargeCents + penaltyCents;
      };
      expect(charged(paid)).toBeLessThanOrEqual(charged(loan(rare)));
    }
  });

  test('also after an overdue extension', () => {
    const quote = granted(extensionQuote(loan({ penaltyPpmPerDay: 100 }), '2026-07-15'));
    const extended = loan({ penaltyPpmPerDay: 100 }, extension('2026-07-15', quote.amountCents));
    expect(extended.charged.lateChargeCents).toBe(5000);
    expect(payoffOn(extended, '2026-09-30').lateChargeCents).toBe(0);
  });
});

describe('upfront interest, part prepaid', () => {
  const terms = { interestTiming: 'upfront' } as const;
  const balance = loan(terms, payment('2026-06-06', 490_999));

  test('incurs charges on the outstanding amount, not on what refunded interest covered', () => {
    expect(payoffOn(balance, '2026-06-15').totalCents).toBe(163);
    const late = payoffOn(balance, '2026-07-15');
    expect(late.lateChargeCents + late.penaltyCents).toBe(Math.floor(163 * 0.05));
  });

  test('never incurs more than 5 % of the outstanding amount in 30 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 499_999 }), (day, cents) => {
        const prepaid = loan(terms, payment(addDays(start, day), cents));
        const outstandingCents = payoffOn(prepaid, '2026-06-15').totalCents;
        const late = payoffOn(prepaid, '2026-07-15');
        expect(late.lateChargeCents + late.penaltyCents).toBeLessThanOrEqual(outstandingCents * 0.05);
      }),
    );
  });
});

describe('a waived charge', () => {
  test('does not count towards the total cost cap', () => {
    const terms = { extensionWaivesAccruedPenalty: true };
    const quote = granted(extensionQuote(loan(terms), '2026-06-25'));
    const waived = loan(terms, extension('2026-06-25', quote.amountCents));
    // 7,900 kept at payout, 14,000 interest and 8,000 for the extension, without the 8,566 that were waived.
    expect(totalCostRoomCents(waived)).toBe(500_000 - 29_900);
    expect(payoffOn(waived, '2030-06-25').totalCents).toBe(500_000 + 500_000 - 29_900);
  });

  test('does not block the extension that waives it', () => {
    const terms = { extensionWaivesAccruedPenalty: true, totalCostCapPpm: 60_000 };
    expect(granted(extensionQuote(loan(terms), '2026-06-25')).amountCents).toBe(22_000);
  });
});

describe('a loan older than these rules keeps the rules it was booked with', () => {
  const original = { rules: 'original' } as const;

  test('an instalment paid early still owes its last day of interest on its own day', () => {
    const balance = loan({ ...plan, ...original }, payment('2026-06-30', 336_699));
    expect(dueOn(balance, '2026-07-02')).toMatchObject({ interestCents: 1231, overdueDays: 1, lateChargeCents: 2 });
  });

  test('charges apply to interest that will be refunded', () => {
    const balance = loan({ interestTiming: 'upfront', ...original }, payment('2026-06-06', 490_999));
    const late = payoffOn(balance, '2026-07-15');
    expect(late.lateChargeCents + late.penaltyCents).toBe(450);
  });

  test('waived charges count towards the total cost', () => {
    const terms = { extensionWaivesAccruedPenalty: true, ...original };
    expect(totalCostRoomCents(loan(terms, extension('2026-06-25', 22_000)))).toBe(500_000 - 29_900 - 8566);
  });

  test('a part payment forgets charges withheld by the ceiling', () => {
    expect(payoffOn(loan(original, payment('2026-06-25', 1000)), '2026-06-30').totalCents).toBe(521_566 + 4112);
  });

  test('a period split by a payment is rounded twice', () => {
    const small = { principalCents: 1400, termDays: 2, dailyRatePpm: 1000, serviceFeePpm: 0, creditScoreFeeCents: 0 };
    const paid = payment('2026-06-02', 2);
    expect(payoffOn(loan({ ...small, ...original }, paid), '2026-06-03').totalCents).toBe(1400);
    expect(payoffOn(loan(small, paid), '2026-06-03').totalCents).toBe(1401);
  });
});

describe('paying earlier or more never leaves more owed', () => {
  interface Paying {
    afterDays: number;
    cents: number;
  }

  const payings = (terms: LoanTerms): fc.Arbitrary<Paying[]> =>
    fc.array(
      fc.record({
        afterDays: fc.integer({ min: 0, max: Math.min(400, terms.termDays + 60) }),
        cents: fc.oneof(
          fc.integer({ min: 1, max: terms.principalCents }),
          fc.integer({ min: 1, max: Math.max(1, Math.floor(terms.principalCents / 20)) }),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    );

  const played = (terms: LoanTerms, paid: readonly Paying[]): LoanBalance =>
    replay(terms, [
      { type: 'disbursed', day: start, couponCents: 0 },
      ...paid
        .toSorted((a, b) => a.afterDays - b.afterDays)
        .map(({ afterDays, cents }): Posting => payment(addDays(start, afterDays), cents)),
    ]);

  /** The debt on a day: the amount to settle, and the due part. */
  function owedOn(balance: LoanBalance, day: Day) {
    const dueDate = nextDueDate(balance);
    const hasCome = balance.state === 'active' && dueDate !== undefined && dueDate <= day;
    return {
      payoffCents: payoffOn(balance, day).totalCents,
      dueCents: hasCome ? dueOn(balance, day).totalCents : 0,
      overdueDays: overdueDays(balance, day),
    };
  }

  /** Each payment on a late loan rounds the penalty so far down (lending.md, "overdue"), so a centavo may move. */
  const roundingCents = (balance: LoanBalance, paid: readonly Paying[]): number =>
    balance.charged.penaltyCents + balance.charged.lateChargeCents > 0 ? paid.length : 0;

  const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 500);

  /** Days on which the better payments leave more debt than the lesser ones. Empty if all is well. */
  function worseDays(terms: LoanTerms, better: readonly Paying[], lesser: readonly Paying[], laterDays: readonly number[]) {
    const [good, bad] = [played(terms, better), played(terms, lesser)];
    const last = Math.max(...[...better, ...lesser].map(({ afterDays }) => afterDays));
    const slack = Math.max(roundingCents(good, better), roundingCents(bad, lesser));
    return laterDays.flatMap((days) => {
      const day = addDays(start, last + days);
      const [a, b] = [owedOn(good, day), owedOn(bad, day)];
      const isWorse = a.payoffCents > b.payoffCents + slack || a.dueCents > b.dueCents + slack || a.overdueDays > b.overdueDays;
      return isWorse ? [{ day, better: a, lesser: b }] : [];
    });
  }

  const anyCase = anyTerms.chain((terms) =>
    fc.record({
      terms: fc.constant(terms),
      paid: payings(terms),
      which: fc.nat({ max: 3 }),
      later: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 3, maxLength: 6 }),
      earlierDays: fc.integer({ min: 1, max: 60 }),
      moreCents: fc.integer({ min: 1, max: 50_000 }),
    }),
  );

  test('on any product, when one payment comes earlier', () => {
    fc.assert(
      fc.property(anyCase, ({ terms, paid, which, later, earlierDays }) => {
        const sooner = paid.map((each, index) =>
          index === which % paid.length ? { ...each, afterDays: Math.max(0, each.afterDays - earlierDays) } : each,
        );
        expect(worseDays(terms, sooner, paid, later)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test('on any product, when one payment is larger', () => {
    fc.assert(
      fc.property(anyCase, ({ terms, paid, which, later, moreCents }) => {
        const more = paid.map((each, index) => (index === which % paid.length ? { ...each, cents: each.cents + moreCents } : each));
        expect(worseDays(terms, more, paid, later)).toEqual([]);
      }),
      { numRuns },
    );
  });
});
