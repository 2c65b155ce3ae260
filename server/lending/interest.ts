import { halfEven, ppmOf } from './rounding.ts';
import type { LendingParameters, LoanTerms } from './types.ts';

/** interest = halfEven(P × dailyRatePpm × days), rounded once a period (lending.md, "Amounts"). */
export const interestFor = (baseCents: number, dailyRatePpm: number, days: number): number =>
  ppmOf(baseCents, dailyRatePpm, halfEven, days);

/** Interest is kept back at payout only from what is paid back in one sum: with instalments, later ones would change it. */
export const takesInterestUpfront = ({ parameters, instalments }: LoanTerms): boolean =>
  parameters.interestTiming === 'upfront' && instalments === undefined;

/** fee = halfEven(P × extensionFeePpmPerDay × days) (lending.md, "extension"; spec §9: 8 days). */
export const extensionFeeCents = (principalCents: number, { extensionFeePpmPerDay, extensionDays }: LendingParameters): number =>
  interestFor(principalCents, extensionFeePpmPerDay, extensionDays);
