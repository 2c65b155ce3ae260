import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProjectView } from '../../../engine/config/definitions.ts';
import { capFindings, capsFrom, type CapFinding, type LegalCap } from '../../../server/lending/caps.ts';
import { laterOf } from '../../../engine/config/days.ts';
import { effectiveRatePpm30d } from '../../../server/lending/effectiveRate.ts';
import { capCheck } from '../../../server/lending/kinds/productCaps.ts';
import { checkProduct } from '../../../server/lending/kinds/productCheck.ts';
import type { Product, ProductTerm } from '../../../server/lending/kinds/product.ts';
import { pesos, percent } from '../../../server/lending/kinds/words.ts';
import { amountsOf, toLoanTerms } from '../../../server/lending/offer.ts';
import { originate } from '../../../server/lending/origination.ts';
import type { Day } from '../../../server/lending/types.ts';
import { defaults } from './support/terms.ts';

vi.mock('../../../server/lending/effectiveRate.ts', { spy: true });
vi.mock('../../../server/lending/origination.ts', { spy: true });

const { maxExtensions: _, ...parameters } = defaults;

const cap: LegalCap = {
  from: '2026-04-01',
  source: 'SEC MC 14 s.2025',
  covers: { maxPrincipalCents: 1_000_000_000, maxTermDays: 3650 },
  effectivePpm30d: 120_000,
  nominalPpm30d: 60_000,
  penaltyPpm30d: 50_000,
  totalCostPpm: 1_000_000,
};

type Given = Partial<Omit<Product, 'parameters'>> & { parameters?: Partial<Product['parameters']> };
const productOf = (given: Given): Product => ({
  id: 'cashLoan',
  enabled: true,
  offeredFrom: '2026-06-01',
  amounts: { minCents: 100_000, maxCents: 1_000_000, stepCents: 100_000 },
  terms: [{ termDays: 30 }],
  ...given,
  parameters: { ...parameters, ...given.parameters },
});

/** The days on which the check looks at a loan: every day, but for monthly loans only the first and last of each month. */
function startsOf({ instalments }: ProductTerm, from: Day): Day[] {
  if (instalments?.every !== 'month') return [from];
  const iso = (month: number, day: number) => new Date(Date.UTC(Number(from.slice(0, 4)), month, day)).toISOString().slice(0, 10);
  return Array.from({ length: 12 }, (_month, month) => [iso(month, 1), iso(month + 1, 0)]).flat();
}

const measured = {
  effective: 'an effective rate per 30 days',
  nominal: 'interest per 30 days',
  extensionFee: 'an extension fee per 30 days',
  penalty: 'late charge and penalty per 30 days overdue',
  totalCost: 'all charges, of the amount borrowed,',
};

/** The findings for a product with one term, computed loan by loan by brute force. */
function enumerated(product: Product, caps: readonly LegalCap[]): string[] {
  const [term] = product.terms as [ProductTerm];
  const all = capsFrom(caps, product.offeredFrom, product.offeredUntil).flatMap((each) =>
    amountsOf(product).flatMap((amountCents) => {
      const loan = toLoanTerms(product, term, amountCents);
      return startsOf(term, laterOf(each.from, product.offeredFrom)).flatMap((start) =>
        capFindings(loan, each, start).map((finding) => ({ ...finding, loan, cap: each })),
      );
    }),
  );
  const share = ({ actualPpm, capPpm }: CapFinding) => actualPpm / capPpm;
  const found = (['effective', 'nominal', 'extensionFee', 'penalty', 'totalCost'] as const).flatMap((measure) => {
    const [first, ...rest] = all.filter((finding) => finding.measure === measure);
    if (!first) return [];
    const { actualPpm, capPpm, loan, cap: passed } = rest.reduce((worst, each) => (share(each) > share(worst) ? each : worst), first);
    const what = `${pesos(loan.principalCents)} for ${loan.termDays} days: ${measured[measure]} of ${percent(actualPpm)}`;
    const isOfTheTerm = measure === 'effective' || (measure === 'totalCost' && actualPpm !== product.parameters.totalCostCapPpm);
    return [{ isOfTheTerm, message: `${what}; ${passed.source} allows ${percent(capPpm)} from ${passed.from} on.` }];
  });
  // Only the first of two findings at the term is reported.
  const ofTheTerm = found.find(({ isOfTheTerm }) => isOfTheTerm);
  return found.filter((each) => !each.isOfTheTerm || each === ofTheTerm).map(({ message }) => message);
}

const ppm = (max: number) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max }));
const anyTerm: fc.Arbitrary<ProductTerm> = fc.oneof(
  fc.record({ termDays: fc.integer({ min: 1, max: 200 }) }),
  fc
    .record({
      count: fc.integer({ min: 2, max: 5 }),
      every: fc.constantFrom('days' as const, 'month' as const),
      method: fc.constantFrom('equalInstalments' as const, 'equalPrincipal' as const, 'flat' as const),
      roundToCents: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
    })
    .map(({ roundToCents, ...rest }) => ({
      termDays: rest.count * 30,
      instalments: { ...rest, ...(roundToCents !== undefined && { roundToCents }) },
    })),
);
const anyProduct = fc
  .record({
    minCents: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1000, max: 200_000 })),
    stepCents: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1000, max: 200_000 })),
    steps: fc.integer({ min: 0, max: 12 }),
    term: anyTerm,
    /** Rates that exactly meet a ceiling are likely. */
    dailyRatePpm: fc.oneof(fc.constantFrom(0, 2000, 4000), ppm(20_000)),
    serviceFeePpm: fc.oneof(fc.constantFrom(0, 10_000), ppm(300_000)),
    creditScoreFeeCents: fc.constantFrom(0, 1, 2000),
    extensionFeePpmPerDay: fc.constantFrom(2000, 3000),
    totalCostCapPpm: fc.constantFrom(500_000, 1_200_000),
    interestTiming: fc.constantFrom('atMaturity' as const, 'upfront' as const),
  })
  .map(({ minCents, stepCents, steps, term, ...given }) =>
    productOf({
      amounts: { minCents, maxCents: minCents + steps * stepCents, stepCents },
      terms: [term],
      parameters: { ...given, ...(term.instalments && { interestTiming: 'atMaturity' }) },
    }),
  );
const anyCaps = fc
  .record({
    maxPrincipalCents: fc.constantFrom(300_000, 1_000_000_000),
    effectivePpm30d: fc.constantFrom(60_000, 120_000, 123_456),
    laterEffectivePpm30d: fc.integer({ min: 1, max: 200_000 }),
    totalCostPpm: fc.constantFrom(100_000, 1_000_000),
  })
  .map(({ maxPrincipalCents, effectivePpm30d, laterEffectivePpm30d, totalCostPpm }): LegalCap[] => [
    { ...cap, effectivePpm30d, totalCostPpm, covers: { ...cap.covers, maxPrincipalCents } },
    { ...cap, from: '2028-01-01', source: 'later', effectivePpm30d: laterEffectivePpm30d },
  ]);

describe('the legality of a product', () => {
  test('K05 matches calculating every loan separately, with the same amount and term', () => {
    let over = 0;
    fc.assert(
      fc.property(anyProduct, anyCaps, (product, caps) => {
        const expected = enumerated(product, caps);
        over += expected.length;
        expect(capCheck(product, caps).map(({ message }) => message)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
    expect(over).toBeGreaterThan(50);
  });
});

describe('K05 the work to check a product of any size', () => {
  beforeEach(() => vi.clearAllMocks());

  const project = (caps: readonly LegalCap[]): ProjectView => ({
    get: ((kind: string) =>
      kind === 'legalCaps' ? { caps } : kind === 'settings' ? undefined : { enum: ['cashLoan'] }) as ProjectView['get'],
    isBroken: () => false,
  });
  const most = { minCents: 1000, maxCents: 1_000_000, stepCents: 1000 };
  const singles = Array.from({ length: 12 }, (_, index) => ({ termDays: 7 * (index + 1) }));
  const caps = Array.from({ length: 8 }, (_, index) => ({ ...cap, from: `20${30 + index}-01-01` }));

  test('each loan is calculated once, however many caps there are', () => {
    checkProduct(productOf({ amounts: most, terms: singles }), project(caps));
    // One call to check that something is left, and one to compute the cost.
    expect(vi.mocked(originate).mock.calls.length).toBeLessThanOrEqual(2 * 1000 * 12);
  });

  test.each([
    ['all amounts cost the same, above the cap', { creditScoreFeeCents: 0, dailyRatePpm: 50_000 }, singles],
    ['all amounts cost exactly what the cap allows', { creditScoreFeeCents: 0, serviceFeePpm: 0, dailyRatePpm: 4000 }, [{ termDays: 30 }]],
    ['small amounts cost more', { creditScoreFeeCents: 500 }, singles],
    [
      'amounts are cut to odd instalments',
      { creditScoreFeeCents: 0, dailyRatePpm: 50_000 },
      [{ termDays: 60, instalments: { count: 60, every: 'days', method: 'flat', roundToCents: 700 } }],
    ],
  ] satisfies [string, Partial<Product['parameters']>, ProductTerm[]][])('a rate is found for few loans where %s', (_, given, terms) => {
    const found = checkProduct(productOf({ amounts: most, terms, parameters: given }), project([cap]));
    expect(found.map(({ code }) => code)).toContain('over-cap');
    expect(vi.mocked(effectiveRatePpm30d).mock.calls.length).toBeLessThanOrEqual(10 * terms.length);
  });

  test('too many payments are refused before one is calculated', () => {
    const months = Array.from({ length: 12 }, (_, index) => ({
      termDays: 30 * (49 + index),
      instalments: { count: 49 + index, every: 'month', method: 'equalInstalments' },
    })) satisfies ProductTerm[];
    const found = checkProduct(productOf({ amounts: most, terms: months, parameters: { creditScoreFeeCents: 0 } }), project(caps));
    expect(found).toMatchObject([{ code: 'too-many-payments', pointer: '/amounts/stepCents' }]);
    expect(vi.mocked(originate).mock.calls.length).toBeLessThanOrEqual(1000 * 12);
  });
});
