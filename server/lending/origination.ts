import { applyWithdrawalCoupon } from './coupons.ts';
import { interestFor, takesInterestUpfront } from './interest.ts';
import { halfUp, ppmOf } from './rounding.ts';
import type { LendingParameters, LoanTerms, Refused } from './types.ts';

/** What is kept when a loan is paid out, and what is left. */
export interface Origination {
  serviceFeeCents: number;
  creditScoreFeeCents: number;
  gstCents: number;
  /** Interest kept back now; 0 where it is paid with the principal. */
  upfrontInterestCents: number;
  /** The part of the coupon that was used. */
  couponCents: number;
  /** The part of it that was lost: a coupon is used once. */
  couponForfeitedCents: number;
  deductionCents: number;
  receivedCents: number;
}

/** serviceFee = halfUp(P × serviceFeePpm); gst = halfUp(base × gstPpm) (lending.md, "Amounts"; spec §9: GST 18 %). */
export function feesOf(principalCents: number, parameters: LendingParameters) {
  const { serviceFeePpm, creditScoreFeeCents, gstPpm, gstBase } = parameters;
  const serviceFeeCents = ppmOf(principalCents, serviceFeePpm, halfUp);
  const taxedCents = gstBase === 'allFees' ? serviceFeeCents + creditScoreFeeCents : serviceFeeCents;
  const gstCents = ppmOf(taxedCents, gstPpm, halfUp);
  return { serviceFeeCents, creditScoreFeeCents, gstCents, feesCents: serviceFeeCents + creditScoreFeeCents + gstCents };
}

/**
 * deduction = fees + GST (+ interest if upfront) − coupon, the coupon at most their sum; received = P − deduction, and
 * more than nothing (lending.md, "Amounts").
 *
 * @param couponCents face value of a withdrawal coupon, 0 without one
 */
export function originate(terms: LoanTerms, couponCents = 0): Origination | Refused<'DEDUCTION_EXCEEDS_PRINCIPAL'> {
  const { principalCents, parameters } = terms;
  const { feesCents, ...fees } = feesOf(principalCents, parameters);
  const upfrontInterestCents = takesInterestUpfront(terms) ? interestFor(principalCents, parameters.dailyRatePpm, terms.termDays) : 0;
  const { couponCents: usedCents, forfeitedCents } = applyWithdrawalCoupon(couponCents, feesCents + upfrontInterestCents);
  const deductionCents = feesCents + upfrontInterestCents - usedCents;
  const receivedCents = principalCents - deductionCents;
  if (receivedCents <= 0) return { refused: 'DEDUCTION_EXCEEDS_PRINCIPAL' };
  return {
    ...fees,
    upfrontInterestCents,
    couponCents: usedCents,
    couponForfeitedCents: forfeitedCents,
    deductionCents,
    receivedCents,
  };
}
