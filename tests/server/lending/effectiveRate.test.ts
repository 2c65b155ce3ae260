import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectiveRatePpm30d, rateCeiling, type CashFlow } from '../../../server/lending/effectiveRate.ts';
import { disclose } from '../../../server/lending/index.ts';
import { disclosed, start, termsOf } from './support/terms.ts';

const stepPpm = 100;

/** Present value of the flows at a rate relative to the received amount, with logarithms so that high rates do not overflow. */
function worthRatio(receivedCents: number, flows: readonly CashFlow[], ratePpm30d: number): number {
  const dailyLog = Math.log1p(ratePpm30d / 1_000_000) / 30;
  return flows.reduce((sum, { cents, afterDays }) => sum + (cents / receivedCents) * Math.exp(-dailyLog * afterDays), 0);
}

const anyFlows: fc.Arbitrary<CashFlow[]> = fc
  .array(fc.record({ afterDays: fc.integer({ min: 1, max: 400 }), cents: fc.integer({ min: 0, max: 2_000_000_000 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((flows) => flows.toSorted((a, b) => a.afterDays - b.afterDays));

describe('the effective rate of any product', () => {
  test('a one-day term with a service fee of 52 % has one', () => {
    const terms = termsOf({ termDays: 1, serviceFeePpm: 520_000, principalCents: 100_000 });
    const { receivedCents, totalDueCents, effectiveRatePpm30d: rate } = disclosed(terms);
    const compounded = ((totalDueCents / receivedCents) ** 30 - 1) * 1_000_000;
    expect(Math.abs(rate / compounded - 1)).toBeLessThan(1e-9);
  });

  test('is found within a limited search, is finite, and is the lowest sufficient step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), anyFlows, (receivedCents, flows) => {
        const rate = effectiveRatePpm30d(receivedCents, flows);
        expect(Number.isInteger(rate)).toBe(true);
        expect(worthRatio(receivedCents, flows, rate)).toBeLessThan(1 + 1e-9);
        const paidCents = flows.reduce((sum, { cents }) => sum + cents, 0);
        const linear = ((paidCents - receivedCents) / receivedCents) * (30 / (flows.at(-1)?.afterDays ?? 30)) * 1_000_000;
        expect(rate).toBeGreaterThanOrEqual(linear - 1e-9 * Math.abs(linear));
        const lower = rate * (1 - 1e-6) - stepPpm;
        expect(lower < Math.max(0, linear) || worthRatio(receivedCents, flows, lower) > 1 - 1e-9).toBe(true);
        const ceilings = [0, stepPpm, 120_000, rate - stepPpm, rate, rate + stepPpm].filter(
          (each) => each >= 0 && Number.isSafeInteger(each),
        );
        const exceeds = (ceiling: number) =>
          rateCeiling(
            flows.map(({ afterDays }) => afterDays),
            ceiling,
          )(
            receivedCents,
            flows.map(({ cents }) => cents),
          );
        expect(ceilings.filter((ceiling) => exceeds(ceiling) !== rate > ceiling)).toEqual([]);
      }),
    );
  });

  test('every product that the schema allows can be disclosed', () => {
    const anyTerms = fc.record({
      principalCents: fc.integer({ min: 1, max: 1_000_000_000 }),
      termDays: fc.integer({ min: 1, max: 3650 }),
      dailyRatePpm: fc.integer({ min: 0, max: 100_000 }),
      serviceFeePpm: fc.integer({ min: 0, max: 1_000_000 }),
      creditScoreFeeCents: fc.integer({ min: 0, max: 100_000 }),
      interestTiming: fc.constantFrom('atMaturity' as const, 'upfront' as const),
    });
    fc.assert(
      fc.property(anyTerms, (input) => {
        const result = disclose(termsOf(input), { payoutDay: start, couponCents: 0 });
        expect('refused' in result || Number.isInteger(result.effectiveRatePpm30d)).toBe(true);
      }),
    );
  });
});
