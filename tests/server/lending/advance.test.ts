import { describe, expect, test } from 'vitest';
import { lastMonthly, nextMonthly, worseThanAgreed } from '../../../server/lending/advance.ts';
import type { LendingParameters, LoanTerms } from '../../../server/lending/types.ts';

const parameters: LendingParameters = {
  dailyRatePpm: 2000,
  serviceFeePpm: 10_000,
  creditScoreFeeCents: 2000,
  gstPpm: 180_000,
  gstBase: 'serviceFee',
  interestTiming: 'atMaturity',
  earlyRepayment: 'actualDays',
  graceDays: 1,
  lateChargeCents: 5000,
  penaltyPpmPerDay: 1600,
  penaltyCapPpmPer30d: 50_000,
  totalCostCapPpm: 1_000_000,
  extensionDays: 8,
  extensionFeePpmPerDay: 2000,
  extensionWaivesAccruedPenalty: true,
  maxExtensions: 3,
};
const terms = (changes: Partial<LendingParameters> = {}, more: Partial<LoanTerms> = {}): LoanTerms => ({
  productId: 'cashLoan',
  principalCents: 500_000,
  termDays: 30,
  parameters: { ...parameters, ...changes },
  ...more,
});

describe("today's terms compared with those agreed in advance", () => {
  test('equal terms are no worse', () => expect(worseThanAgreed(terms(), terms())).toEqual([]));

  test.each<[keyof LendingParameters, Partial<LendingParameters>]>([
    ['dailyRatePpm', { dailyRatePpm: 2001 }],
    ['serviceFeePpm', { serviceFeePpm: 10_001 }],
    ['creditScoreFeeCents', { creditScoreFeeCents: 2001 }],
    ['gstPpm', { gstPpm: 180_001 }],
    ['gstBase', { gstBase: 'allFees' }],
    ['interestTiming', { interestTiming: 'upfront' }],
    ['earlyRepayment', { earlyRepayment: 'fullTerm' }],
    ['graceDays', { graceDays: 0 }],
    ['lateChargeCents', { lateChargeCents: 5001 }],
    ['penaltyPpmPerDay', { penaltyPpmPerDay: 1601 }],
    ['penaltyCapPpmPer30d', { penaltyCapPpmPer30d: 50_001 }],
    ['totalCostCapPpm', { totalCostCapPpm: 1_000_001 }],
    ['extensionDays', { extensionDays: 7 }],
    ['extensionFeePpmPerDay', { extensionFeePpmPerDay: 2001 }],
    ['extensionWaivesAccruedPenalty', { extensionWaivesAccruedPenalty: false }],
    ['maxExtensions', { maxExtensions: 2 }],
  ])('%s: worse one way, and better the other way round', (name, changes) => {
    expect(worseThanAgreed(terms(), terms(changes))).toEqual([name]);
    // If interest is due in another way than stated, ask again, whichever way it changed.
    expect(worseThanAgreed(terms(changes), terms())).toEqual(name === 'interestTiming' ? [name] : []);
  });

  test('unlimited extensions are better than any number', () => {
    expect(worseThanAgreed(terms({ maxExtensions: null }), terms())).toEqual(['maxExtensions']);
    expect(worseThanAgreed(terms(), terms({ maxExtensions: null }))).toEqual([]);
  });

  test('a different loan than agreed is worse', () => {
    expect(worseThanAgreed(terms(), terms({}, { termDays: 14 }))).toEqual(['termDays']);
    expect(worseThanAgreed(terms(), terms({}, { principalCents: 600_000 }))).toEqual(['principalCents']);
    const instalments = { count: 2, every: 'days', method: 'flat' } as const;
    expect(worseThanAgreed(terms(), terms({}, { instalments }))).toEqual(['instalments']);
  });
});

describe('the day of a month', () => {
  test.each([
    [15, '2026-06-15', '2026-06-15', '2026-07-15'],
    [15, '2026-06-14', '2026-05-15', '2026-06-15'],
    [1, '2026-01-01', '2026-01-01', '2026-02-01'],
    [28, '2026-01-05', '2025-12-28', '2026-01-28'],
    [5, '2026-12-31', '2026-12-05', '2027-01-05'],
    [28, '2028-02-29', '2028-02-28', '2028-03-28'],
  ])('%i seen from %s: last %s, next %s', (dayOfMonth, today, last, next) => {
    expect(lastMonthly(dayOfMonth, today)).toBe(last);
    expect(nextMonthly(dayOfMonth, today)).toBe(next);
  });
});
