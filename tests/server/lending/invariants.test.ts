import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  allocate,
  capFindings,
  daysBetween,
  disclose,
  dueOn,
  payoffOn,
  receivableCents,
  replay,
  scheduleOf,
} from '../../../server/lending/index.ts';
import type { Account, Claim, LoanBalance, LoanTerms, Posting } from '../../../server/lending/index.ts';
import { ceil, floor, halfEven, halfUp } from '../../../server/lending/rounding.ts';
import { anySteps, anyTerms, play, type Happened } from './support/histories.ts';
import { granted, start } from './support/terms.ts';
import { caps } from './support/vectors.ts';

const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 400) };
const total = (history: readonly Happened[], account: Account) =>
  history.flatMap(({ entries }) => entries).reduce((sum, entry) => (entry.account === account ? sum + entry.cents : sum), 0);
const last = (history: readonly Happened[]): LoanBalance => {
  const after = history.at(-1)?.after;
  if (!after) throw new Error('nothing happened');
  return after;
};

describe('over random histories', () => {
  test('every journal sums to zero in whole centavos', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, (terms, steps) => {
        for (const { entries } of play(terms, steps)) {
          expect(entries.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
          expect(entries.every(({ cents }) => Number.isSafeInteger(cents) && cents !== 0)).toBe(true);
        }
      }),
      runs,
    );
  });

  test('the ledger and the replay agree on the debt', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, (terms, steps) => {
        const history = play(terms, steps);
        expect(total(history, 'receivable.principal')).toBe(receivableCents(last(history)));
      }),
      runs,
    );
  });

  test('replaying a loan from stored JSON gives the same loan', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, (terms, steps) => {
        const history = play(terms, steps);
        const stored = JSON.stringify({ terms, postings: history.map(({ posting }) => posting) });
        const read = JSON.parse(stored) as { terms: LoanTerms; postings: Posting[] };
        expect(replay(read.terms, read.postings)).toEqual(last(history));
      }),
      runs,
    );
  });

  test('the allocation of a payment adds up to the payment', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, (terms, steps) => {
        for (const { posting, partsCents } of play(terms, steps)) {
          const paidCents = 'cashCents' in posting ? posting.cashCents + posting.couponCents : 0;
          expect(partsCents).toBe(paidCents);
        }
      }),
      runs,
    );
  });

  test('D09 a waiver takes exactly its amount off what is owed, never more than is owed, and no income is booked for it', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, (terms, steps) => {
        for (const { posting, before, after, entries } of play(terms, steps)) {
          if (posting.type !== 'waiver') continue;
          const waivedCents = posting.penaltyCents + posting.lateChargeCents + posting.interestCents;
          const [owed, left] = [payoffOn(before, posting.day), payoffOn(after, posting.day)];
          expect(left.totalCents).toBe(owed.totalCents - waivedCents);
          expect(left.principalCents).toBe(owed.principalCents);
          expect(left.penaltyCents >= 0 && left.lateChargeCents >= 0 && left.totalCents > 0).toBe(true);
          const income = entries.filter(({ account }) => account.startsWith('income.'));
          expect(income.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
          expect(after.paid).toEqual(before.paid);
        }
      }),
      runs,
    );
  });

  test('no debt is below zero, and a settled loan is paid in full', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, (terms, steps) => {
        const balance = last(play(terms, steps));
        expect(balance.items.every(({ principalCents }) => principalCents >= 0)).toBe(true);
        expect(Object.values(balance.unpaid).every((cents) => cents >= 0)).toBe(true);
        expect(balance.state !== 'settled' || balance.paid.principalCents === terms.principalCents).toBe(true);
      }),
      runs,
    );
  });

  test('late charge and penalty stay under their ceiling', () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 0, max: 3000 }), (terms, lateDays) => {
        const balance = last(play(terms, []));
        const dueDate = balance.items.at(-1)?.dueDate ?? start;
        const { lateChargeCents, penaltyCents } = payoffOn(balance, addDays(dueDate, lateDays));
        const scheduledCents = scheduleOf(terms, start).reduce((sum, row) => sum + row.totalCents, 0);
        const days = daysBetween(start, addDays(dueDate, lateDays));
        expect(lateChargeCents).toBeLessThanOrEqual(terms.parameters.lateChargeCents);
        expect(lateChargeCents + penaltyCents).toBeLessThanOrEqual(
          Math.floor((scheduledCents * terms.parameters.penaltyCapPpmPer30d * days) / 30_000_000),
        );
        expect(lateChargeCents + penaltyCents).toBeLessThanOrEqual(terms.principalCents);
      }),
      runs,
    );
  });

  test('all charges for lateness and extensions stay under the total ceiling', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, (terms, steps) => {
        const { paid, feesCents } = last(play(terms, steps));
        const extraCents = paid.lateChargeCents + paid.penaltyCents + paid.extensionFeeCents;
        expect(extraCents === 0 || feesCents + paid.interestCents + extraCents <= terms.principalCents).toBe(true);
      }),
      runs,
    );
  });

  test('going back in time never lowers a charge', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, fc.integer({ min: 0, max: 60 }), (terms, steps, back) => {
        const balance = last(play(terms, steps));
        const earlier = addDays(balance.asOfDay, -back);
        expect(payoffOn(balance, earlier)).toEqual(payoffOn(balance, balance.asOfDay));
        expect(dueOn(balance, earlier)).toEqual(dueOn(balance, balance.asOfDay));
      }),
      runs,
    );
  });

  test('waiting never makes a loan cheaper', () => {
    fc.assert(
      fc.property(anyTerms, anySteps, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (terms, steps, a, b) => {
        const balance = last(play(terms, steps));
        const [sooner, later] = [Math.min(a, b), Math.max(a, b)].map((days) => payoffOn(balance, addDays(balance.asOfDay, days)));
        expect(later?.totalCents).toBeGreaterThanOrEqual(sooner?.totalCents ?? 0);
      }),
      runs,
    );
  });
});

test('the principal of a plan adds up to the loan', () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      const schedule = scheduleOf(terms, start);
      expect(schedule.reduce((sum, row) => sum + row.principalCents, 0)).toBe(terms.principalCents);
      expect(schedule.at(-1)?.balanceCents).toBe(0);
      expect(schedule.every((row) => row.principalCents >= 0 && row.interestCents >= 0)).toBe(true);
    }),
    runs,
  );
});

test('an allocation gives each claim at most its amount and spends all of the money', () => {
  const claims = fc.array(
    fc.record({ part: fc.constantFrom('penaltyCents', 'interestCents', 'principalCents'), cents: fc.integer({ min: -50, max: 1000 }) }),
  ) as fc.Arbitrary<Claim[]>;
  fc.assert(
    fc.property(fc.nat({ max: 5000 }), claims, (amountCents, asked) => {
      const { taken, parts } = allocate(amountCents, asked);
      expect(Object.values(parts).reduce((sum, cents) => sum + cents, 0)).toBe(amountCents);
      expect(taken.every(({ cents }, index) => cents <= Math.max(0, asked[index]?.cents ?? 0))).toBe(true);
    }),
    runs,
  );
});

test('the disclosed rate is under a cap exactly when the cap finds nothing', () => {
  fc.assert(
    fc.property(anyTerms, fc.integer({ min: 1, max: 3000 }), (terms, steps) => {
      const rate = granted(disclose(terms, { payoutDay: start, couponCents: 0 })).effectiveRatePpm30d;
      const [template] = caps;
      if (!template) throw new Error('no caps');
      const covers = { maxPrincipalCents: Number.MAX_SAFE_INTEGER, maxTermDays: Number.MAX_SAFE_INTEGER };
      const cap = { ...template, covers, effectivePpm30d: steps * 100 };
      // Upfront interest is not in the schedule; it lowers the received amount, which raises the rate.
      expect(capFindings(terms, cap, start).some(({ measure }) => measure === 'effective')).toBe(rate > cap.effectivePpm30d);
    }),
    runs,
  );
});

test('rounding goes to a neighbouring integer, and halves as configured', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -10_000n, max: 10_000n }), fc.bigInt({ min: 1n, max: 50n }), (numerator, denominator) => {
      const [down, up] = [floor(numerator, denominator), ceil(numerator, denominator)];
      expect(down * denominator <= numerator && numerator <= up * denominator && up - down <= 1n).toBe(true);
      for (const rounded of [halfUp(numerator, denominator), halfEven(numerator, denominator)]) {
        const missCents = 2n * (rounded * denominator - numerator);
        expect(missCents <= denominator && -missCents <= denominator).toBe(true);
      }
    }),
    runs,
  );
  expect([1n, 3n, 5n, -1n, -3n].map((half) => halfEven(half, 2n))).toEqual([0n, 2n, 2n, 0n, -2n]);
  expect([1n, 3n, 5n, -1n, -3n].map((half) => halfUp(half, 2n))).toEqual([1n, 2n, 3n, 0n, -1n]);
});
