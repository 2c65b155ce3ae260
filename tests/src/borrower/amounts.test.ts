import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharesOf } from '../../../src/borrower/blocks/disclosure/shares.ts';
import {
  amountAt,
  neighbour,
  parseAmount,
  problemOf,
  type Range,
  stepCount,
  startOf,
  stepOf,
} from '../../../src/borrower/blocks/loanOffer/amounts.ts';

const ranges = fc
  .record({
    minCents: fc.integer({ min: 1, max: 1_000_000 }),
    more: fc.integer({ min: 0, max: 5_000_000 }),
    stepCents: fc.integer({ min: 1, max: 200_000 }),
  })
  .map(({ minCents, more, stepCents }): Range => ({ minCents, maxCents: minCents + more, stepCents }));

describe('the amounts of an offer', () => {
  test('every step of the slider is a valid amount and maps back to its step', () => {
    fc.assert(
      fc.property(ranges, fc.nat(), (range, seed) => {
        const step = seed % (stepCount(range) + 1);
        const amountCents = amountAt(range, step);
        expect(problemOf(range, amountCents)).toBeUndefined();
        expect(amountAt(range, stepOf(range, amountCents))).toBe(amountCents);
      }),
    );
  });

  test('the next amount up or down is valid and lies on that side until the end', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 0, max: 7_000_000 }), fc.constantFrom(1 as const, -1 as const), (range, amount, direction) => {
        const amountCents = Math.min(Math.max(amount, range.minCents), range.maxCents);
        const next = neighbour(range, amountCents, direction);
        const end = direction === 1 ? range.maxCents : range.minCents;
        expect(problemOf(range, next)).toBeUndefined();
        expect(amountCents === end ? next === end : Math.sign(next - amountCents) === direction).toBe(true);
      }),
    );
  });

  test('the initial choice is within the offer, whatever was chosen before', () => {
    const chosen = fc.option(fc.integer({ min: -1, max: 7_000_000 }), { nil: undefined });
    const begins = fc.property(ranges, chosen, (range, before) => problemOf(range, startOf(range, before)) === undefined);
    expect(fc.check(begins).failed).toBe(false);
  });

  test('the initial choice is the amount of the draft while it is offered', () => {
    const range = { minCents: 100_000, maxCents: 1_000_000, stepCents: 50_000 };
    expect([startOf(range), startOf(range, 800_000), startOf(range, 1_050_000)]).toEqual([550_000, 800_000, 550_000]);
  });

  test.each([
    ['1,500', 150_000],
    ['1 500.5', 150_050],
    ['0.05', 5],
    ['12.', 1200],
    ['1,5', undefined],
    ['2,50', undefined],
    ['15 00', undefined],
    ['', undefined],
    ['-5', undefined],
    ['1e3', undefined],
    ['5.123', undefined],
    ['abc', undefined],
  ])('typed as "%s" it is %s', (typed, amountCents) => {
    expect(parseAmount(typed)).toBe(amountCents);
  });
});

test('the parts of the chart sum to the repaid amount for any fees, coupon and timing of interest', () => {
  const cents = fc.integer({ min: 0, max: 200_000 });
  fc.assert(
    fc.property(cents, cents, cents, cents, cents, fc.boolean(), (service, score, gstCents, interestCents, coupon, upfront) => {
      const principalCents = 2_000_000;
      const deducted = service + score + gstCents + (upfront ? interestCents : 0);
      const couponCents = Math.min(coupon, deducted);
      const totalDueCents = principalCents + (upfront ? 0 : interestCents);
      const shares = sharesOf({
        receivedCents: principalCents - deducted + couponCents,
        serviceFeeCents: service,
        creditScoreFeeCents: score,
        gstCents,
        interestCents,
        couponCents,
        totalDueCents,
      });
      expect(shares.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(totalDueCents);
      expect(shares.every(({ amountCents }) => amountCents > 0)).toBe(true);
    }),
  );
});
