import { exactInterestFor, interestFor, takesInterestUpfront, toMillionths, wholeCents } from './interest.ts';
import { daysBetween, earlierOf, laterOf, addDays } from '../../engine/config/days.ts';
import { feesOf } from './origination.ts';
import { keepsOriginalRules } from './rules.ts';
import { floor, ppmOf } from './rounding.ts';
import { scheduleOf, periodsOf } from './schedule.ts';
import type { Allocation, Day, LoanBalance, LoanTerms, OpenItem } from './types.ts';

export const nothingPaid: Readonly<Allocation> = {
  principalCents: 0,
  interestCents: 0,
  lateChargeCents: 0,
  penaltyCents: 0,
  extensionFeeCents: 0,
  overpaidCents: 0,
};

/** A loan before its payout. */
export const undisbursed = (terms: LoanTerms): LoanBalance => ({
  state: 'undisbursed',
  terms,
  startDate: '',
  asOfDay: '',
  items: [],
  postings: [],
  feesCents: 0,
  couponCents: 0,
  extensions: 0,
  charged: { lateChargeCents: 0, penaltyCents: 0, extensionFeeCents: 0 },
  unpaid: { lateChargeCents: 0, penaltyCents: 0 },
  waivedCents: 0,
  paid: nothingPaid,
});

/** A loan on the day of its payout. */
export function disbursed(terms: LoanTerms, startDate: Day, couponCents: number): LoanBalance {
  return {
    ...undisbursed(terms),
    state: 'active',
    startDate,
    asOfDay: startDate,
    items: openItems(terms, startDate),
    feesCents: feesOf(terms.principalCents, terms.parameters).feesCents,
    couponCents,
  };
}

function openItems(terms: LoanTerms, startDate: Day): OpenItem[] {
  const { principalCents, termDays, parameters } = terms;
  const upfrontCents = takesInterestUpfront(terms) ? interestFor(principalCents, parameters.dailyRatePpm, termDays) : 0;
  const isFixed = parameters.earlyRepayment === 'fullTerm';
  const periods = periodsOf(terms, startDate);
  return scheduleOf(terms, startDate).map((row, index) => {
    const fromDate = periods[index]?.fromDate ?? startDate;
    return {
      number: row.number,
      fromDate,
      dueDate: row.dueDate,
      principalCents: row.principalCents,
      fixedInterestMillionths: toMillionths(isFixed ? row.interestCents + upfrontCents : 0),
      interestFrom: isFixed ? row.dueDate : fromDate,
      interestPaidCents: upfrontCents,
    };
  });
}

/** The value date for a day. It is never before the last posting. */
export const effectiveDay = (balance: LoanBalance, day: Day): Day => laterOf(balance.asOfDay, day);

export const outstandingPrincipalCents = ({ items }: LoanBalance): number => items.reduce((sum, item) => sum + item.principalCents, 0);

/**
 * Interest of an instalment's period up to a day. It accrues on the principal scheduled for that period; overdue principal bears the
 * penalty instead. vectors/fineract.json, FV-17, shows the policy that we do not follow.
 */
export function interestUntil(balance: LoanBalance, item: OpenItem, day: Day): number {
  const fixed = item.fixedInterestMillionths;
  const running = runningInterest(balance, item, day);
  return keepsOriginalRules(balance.terms) ? wholeCents(fixed) + wholeCents(running) : wholeCents(fixed + running);
}

/** The exact value of `interestUntil`, so that a period that a payment splits is still rounded once. */
export const interestToFix = (balance: LoanBalance, item: OpenItem, day: Day): bigint =>
  keepsOriginalRules(balance.terms)
    ? toMillionths(interestUntil(balance, item, day))
    : item.fixedInterestMillionths + runningInterest(balance, item, day);

function runningInterest({ terms, items }: LoanBalance, item: OpenItem, day: Day): bigint {
  const days = daysBetween(item.interestFrom, earlierOf(day, item.interestTo ?? item.dueDate));
  if (days <= 0) return 0n;
  const scheduledCents = items.reduce((sum, each) => (each.number < item.number ? sum : sum + each.principalCents), 0);
  const baseCents = terms.instalments?.method === 'flat' ? terms.principalCents : scheduledCents;
  return exactInterestFor(baseCents, terms.parameters.dailyRatePpm, days);
}

/** Interest of the whole period without prepayment. */
export const scheduledInterest = (balance: LoanBalance, item: OpenItem): number => interestUntil(balance, item, item.dueDate);

/** Interest is charged for at least one day (lending.md, "early payoff"). */
export const interestDay = ({ startDate }: LoanBalance, day: Day): Day => laterOf(day, addDays(startDate, 1));

/**
 * Due date of the rest of an instalment. If its principal was prepaid, its remaining interest is due with the next instalment, so that
 * prepaying never creates an overdue amount (lending.md, "Instalments").
 */
export function dueDateOf({ terms, items }: LoanBalance, item: OpenItem): Day {
  if (item.principalCents > 0 || keepsOriginalRules(terms)) return item.dueDate;
  return items.find(({ number, principalCents }) => number > item.number && principalCents > 0)?.dueDate ?? item.dueDate;
}

/** Whether any part of an instalment is unpaid. */
export const isOpen = (balance: LoanBalance, item: OpenItem): boolean =>
  item.principalCents > 0 || scheduledInterest(balance, item) > item.interestPaidCents;

/**
 * Total charges so far, plus those still to come if the loan is paid on time. A coupon does not reduce them. Waived amounts do not count.
 */
export function chargesSoFarCents(balance: LoanBalance): number {
  const interestCents = balance.items.reduce((sum, item) => sum + scheduledInterest(balance, item), 0);
  const { lateChargeCents, penaltyCents, extensionFeeCents } = balance.charged;
  return balance.feesCents + interestCents + lateChargeCents + penaltyCents + extensionFeeCents - balance.waivedCents;
}

/** Amount that may still be charged under the cap on total cost. */
export function totalCostRoomCents(balance: LoanBalance): number {
  const { principalCents, parameters } = balance.terms;
  return Math.max(0, ppmOf(principalCents, parameters.totalCostCapPpm, floor) - chargesSoFarCents(balance));
}
