import { applyWithdrawalCoupon } from './coupons.ts';
import { interestFor, takesInterestUpfront } from './interest.ts';
import { halfUp, ppmOf } from './rounding.ts';
import type { LendingParameters, LoanTerms, Refused } from './types.ts';

/** The deduction at payout and the amount received. */
export interface Origination {
  serviceFeeCents: number;
  creditScoreFeeCents: number;
  gstCents: number;
  /** Interest withheld at payout; 0 if it is paid with the principal. */
  upfrontInterestCents: number;
  /** Part of the coupon that was used. */
  couponCents: number;
  /** Part of the coupon that lapsed, because a coupon can be used only once. */
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
 * deduction = fees + GST (+ interest if upfront) − coupon, where the coupon is at most their sum; received = P − deduction, which must be
 * positive (lending.md, "Amounts").
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
