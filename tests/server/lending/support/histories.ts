import fc from 'fast-check';
import {
  addDays,
  applyPosting,
  disclose,
  extensionQuote,
  journalOf,
  payoffOn,
  replay,
  waivableOn,
} from '../../../../server/lending/index.ts';
import type { Entry, InstalmentTerms, LoanBalance, LoanTerms, Posting } from '../../../../server/lending/index.ts';
import { start, termsOf } from './terms.ts';

const instalments: fc.Arbitrary<InstalmentTerms | undefined> = fc.option(
  fc.record({
    count: fc.integer({ min: 2, max: 6 }),
    every: fc.constantFrom('days' as const, 'month' as const),
    method: fc.constantFrom('equalInstalments' as const, 'equalPrincipal' as const, 'flat' as const),
  }),
  { nil: undefined },
);

/** Any kind of loan that a product might offer. Each pays something out to the borrower. */
export const anyTerms: fc.Arbitrary<LoanTerms> = fc
  .record({
    principalCents: fc.integer({ min: 10_000, max: 8_000_000 }),
    periodDays: fc.integer({ min: 1, max: 40 }),
    instalments,
    dailyRatePpm: fc.integer({ min: 0, max: 4000 }),
    serviceFeePpm: fc.integer({ min: 0, max: 50_000 }),
    creditScoreFeeCents: fc.integer({ min: 0, max: 2000 }),
    gstBase: fc.constantFrom('serviceFee' as const, 'allFees' as const),
    interestTiming: fc.constantFrom('atMaturity' as const, 'upfront' as const),
    earlyRepayment: fc.constantFrom('actualDays' as const, 'fullTerm' as const),
    graceDays: fc.integer({ min: 0, max: 5 }),
    lateChargeCents: fc.integer({ min: 0, max: 20_000 }),
    penaltyPpmPerDay: fc.integer({ min: 0, max: 5000 }),
    penaltyCapPpmPer30d: fc.integer({ min: 0, max: 100_000 }),
    extensionWaivesAccruedPenalty: fc.boolean(),
    maxExtensions: fc.option(fc.integer({ min: 0, max: 3 })),
  })
  .map(({ periodDays, instalments: plan, ...rest }) =>
    termsOf({ ...rest, termDays: periodDays * (plan?.count ?? 1), ...(plan && { instalments: plan }) }),
  )
  .filter((terms) => !('refused' in disclose(terms, { payoutDay: start, couponCents: 0 })));

/** A possible next action of a borrower or staff: days to wait, and the share of the debt to pay. */
export interface Step {
  type: 'payment' | 'extension' | 'cancellation' | 'waiver' | 'writeOff';
  /** Negative if our clock, or the provider's, has gone back. */
  afterDays: number;
  sharePercent: number;
  couponCents: number;
}

export const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    type: fc.oneof(
      { arbitrary: fc.constant('payment' as const), weight: 8 },
      { arbitrary: fc.constant('extension' as const), weight: 4 },
      { arbitrary: fc.constant('waiver' as const), weight: 3 },
      { arbitrary: fc.constantFrom('cancellation' as const, 'writeOff' as const), weight: 1 },
    ),
    afterDays: fc.integer({ min: -3, max: 45 }),
    sharePercent: fc.constantFrom(0, 1, 3, 10, 50, 99, 100, 130),
    couponCents: fc.constantFrom(0, 0, 5000),
  }),
  { maxLength: 8 },
);

export interface Happened {
  posting: Posting;
  before: LoanBalance;
  after: LoanBalance;
  entries: Entry[];
  /** The allocated parts of the money add up to this. */
  partsCents: number;
}

/** Plays the steps and skips those that are refused. */
export function play(terms: LoanTerms, steps: readonly Step[]): Happened[] {
  const happened = [book(replay(terms, []), { type: 'disbursed', day: start, couponCents: 0 })];
  for (const step of steps) {
    const before = happened.at(-1)?.after;
    const posting = before && postingOf(before, step);
    if (before && posting && !('refused' in applyPosting(before, posting))) happened.push(book(before, posting));
  }
  return happened;
}

function book(before: LoanBalance, posting: Posting): Happened {
  const applied = applyPosting(before, posting);
  if ('refused' in applied) throw new Error(applied.refused);
  const partsCents = Object.values(applied.parts).reduce((sum, cents) => sum + cents, 0);
  return { posting, before, after: applied.balance, entries: journalOf(posting, before), partsCents };
}

function postingOf(balance: LoanBalance, { type, afterDays, sharePercent, couponCents }: Step): Posting | undefined {
  const day = addDays(balance.asOfDay, afterDays);
  if (type === 'cancellation' || type === 'writeOff') return { type, day };
  if (type === 'waiver') {
    const most = waivableOn(balance, day);
    const part = (cents: number) => Math.floor((cents * Math.min(100, sharePercent)) / 100);
    return {
      type,
      day,
      penaltyCents: part(most.penaltyCents),
      lateChargeCents: part(most.lateChargeCents),
      interestCents: part(most.interestCents),
    };
  }
  const quote = type === 'extension' ? extensionQuote(balance, day) : undefined;
  if (quote && 'refused' in quote) return undefined;
  const amountCents = quote ? quote.amountCents : Math.floor((Math.max(0, payoffOn(balance, day).totalCents) * sharePercent) / 100);
  const usedCents = Math.min(couponCents, amountCents);
  return { type, day, cashCents: amountCents - usedCents, couponCents: usedCents };
}
