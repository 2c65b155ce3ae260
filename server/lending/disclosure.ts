import { effectiveRatePpm30d, flowsOf } from './effectiveRate.ts';
import { disbursed } from './balance.ts';
import { extensionQuote } from './extension.ts';
import { originate } from './origination.ts';
import { scheduleOf, totalOf } from './schedule.ts';
import type { Day, Disclosure, LoanTerms, Refused } from './types.ts';

/**
 * Builds the disclosure that the law requires before signing (lending.md, "disclosure"; Truth in Lending Act, RA 3765 §4): the amount
 * financed, each charge, the amount received, the schedule, and the effective rate.
 *
 * @param options.payoutDay assumed day of payout; a later payout shifts the dates
 * @param options.couponCents face value of the withdrawal coupon, 0 without one
 */
export function disclose(
  terms: LoanTerms,
  options: { payoutDay: Day; couponCents: number },
): Disclosure | Refused<'DEDUCTION_EXCEEDS_PRINCIPAL'> {
  const origination = originate(terms, options.couponCents);
  if ('refused' in origination) return origination;
  const { principalCents, productId, termDays, parameters } = terms;
  const schedule = scheduleOf(terms, options.payoutDay);
  const totalDueCents = totalOf(schedule, 'totalCents');
  const { serviceFeeCents, creditScoreFeeCents, gstCents, couponCents, deductionCents, receivedCents } = origination;
  return {
    productId,
    principalCents,
    termDays,
    dailyRatePpm: parameters.dailyRatePpm,
    interestCents: origination.upfrontInterestCents + totalOf(schedule, 'interestCents'),
    interestTiming: parameters.interestTiming,
    serviceFeeCents,
    creditScoreFeeCents,
    gstCents,
    couponCents,
    deductionCents,
    receivedCents,
    financeChargeCents: totalDueCents - receivedCents,
    totalDueCents,
    effectiveRatePpm30d: effectiveRatePpm30d(receivedCents, flowsOf(schedule, options.payoutDay)),
    dueDate: schedule.at(-1)?.dueDate ?? options.payoutDay,
    schedule,
    late: {
      lateChargeCents: parameters.lateChargeCents,
      penaltyPpmPerDay: parameters.penaltyPpmPerDay,
      penaltyCapPpmPer30d: parameters.penaltyCapPpmPer30d,
      graceDays: parameters.graceDays,
    },
    extension: extensionOf(terms, options.payoutDay),
  };
}

/** The cost of an extension on the day of payout, computed by the function that charges it (LV-15). */
function extensionOf(terms: LoanTerms, payoutDay: Day): Disclosure['extension'] {
  const quote = extensionQuote(disbursed(terms, payoutDay, 0), payoutDay);
  if ('refused' in quote) return { days: 0, feeCents: 0 };
  const { extensionFeeCents: feeCents, interestCents } = quote.parts;
  return { days: terms.parameters.extensionDays, feeCents, interestCents, totalCents: quote.amountCents };
}
