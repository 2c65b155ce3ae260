import { disclose, originate, replay } from '../../../../server/lending/index.ts';
import type {
  Disclosure,
  InstalmentTerms,
  LendingParameters,
  LoanBalance,
  LoanTerms,
  Origination,
  Posting,
} from '../../../../server/lending/index.ts';

/** The defaults of lending.md. */
export const defaults: LendingParameters = {
  dailyRatePpm: 2000,
  serviceFeePpm: 10_000,
  creditScoreFeeCents: 2000,
  gstPpm: 180_000,
  gstBase: 'serviceFee',
  interestTiming: 'atMaturity',
  earlyRepayment: 'actualDays',
  graceDays: 0,
  lateChargeCents: 5000,
  penaltyPpmPerDay: 1600,
  penaltyCapPpmPer30d: 50_000,
  totalCostCapPpm: 1_000_000,
  extensionDays: 8,
  extensionFeePpmPerDay: 2000,
  extensionWaivesAccruedPenalty: false,
  maxExtensions: null,
};

export interface TermsInput extends Partial<LendingParameters> {
  principalCents?: number;
  termDays?: number;
  instalments?: InstalmentTerms;
  rules?: 'original';
}

/** ₱5,000 for 14 days by default. */
export function termsOf({ principalCents = 500_000, termDays = 14, instalments, rules, ...parameters }: TermsInput = {}): LoanTerms {
  return {
    productId: 'cashLoan',
    principalCents,
    termDays,
    parameters: { ...defaults, ...parameters },
    ...(instalments && { instalments }),
    ...(rules && { rules }),
  };
}

export const start = '2026-06-01';

/** A loan paid out on 1 June 2026, after further postings. */
export function loan(input: TermsInput = {}, ...postings: Posting[]): LoanBalance {
  return replay(termsOf(input), [{ type: 'disbursed', day: start, couponCents: 0 }, ...postings]);
}

export const payment = (day: string, cashCents: number, couponCents = 0): Posting => ({ type: 'payment', day, cashCents, couponCents });
export const extension = (day: string, cashCents: number, couponCents = 0): Posting => ({ type: 'extension', day, cashCents, couponCents });

/** Returns the result. Throws if it is a refusal. */
export function granted<T extends object>(result: T): Exclude<T, { refused: string }> {
  if ('refused' in result) throw new Error(`refused: ${String(result.refused)}`);
  return result as Exclude<T, { refused: string }>;
}

export const originated = (terms: LoanTerms, couponCents = 0): Origination => granted(originate(terms, couponCents));
export const disclosed = (terms: LoanTerms, couponCents = 0): Disclosure => granted(disclose(terms, { payoutDay: start, couponCents }));
