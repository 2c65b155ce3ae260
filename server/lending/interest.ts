import { halfEven, ppmOf } from './rounding.ts';
import type { LendingParameters, LoanTerms } from './types.ts';

/** interest = halfEven(P × dailyRatePpm × days), rounded once per period (lending.md, "Amounts"). */
export const interestFor = (baseCents: number, dailyRatePpm: number, days: number): number =>
  ppmOf(baseCents, dailyRatePpm, halfEven, days);

const millionthsPerCent = 1_000_000n;

/** Interest before rounding, in millionths of a centavo. */
export const exactInterestFor = (baseCents: number, dailyRatePpm: number, days: number): bigint =>
  BigInt(baseCents) * BigInt(dailyRatePpm) * BigInt(days);

export const toMillionths = (cents: number): bigint => BigInt(cents) * millionthsPerCent;

export const wholeCents = (millionths: bigint): number => Number(halfEven(millionths, millionthsPerCent));

/** Interest is withheld at payout only for loans with one payment. With instalments, prepayment would change later interest. */
export const takesInterestUpfront = ({ parameters, instalments }: Pick<LoanTerms, 'parameters' | 'instalments'>): boolean =>
  parameters.interestTiming === 'upfront' && instalments === undefined;

/** fee = halfEven(P × extensionFeePpmPerDay × days) (lending.md, "extension"; spec §9: 8 days). */
export const extensionFeeCents = (principalCents: number, { extensionFeePpmPerDay, extensionDays }: LendingParameters): number =>
  interestFor(principalCents, extensionFeePpmPerDay, extensionDays);
