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

/** The day for which something is reckoned: never one before the last posting. */
export const effectiveDay = (balance: LoanBalance, day: Day): Day => laterOf(balance.asOfDay, day);

export const outstandingPrincipalCents = ({ items }: LoanBalance): number => items.reduce((sum, item) => sum + item.principalCents, 0);

/**
 * Interest of an instalment's period up to a day. It runs on what was scheduled to be owed in that period: overdue
 * principal bears the penalty instead (vectors/fineract.json, FV-17, shows the policy we do not follow).
 */
export function interestUntil(balance: LoanBalance, item: OpenItem, day: Day): number {
  const fixed = item.fixedInterestMillionths;
  const running = runningInterest(balance, item, day);
  return keepsOriginalRules(balance.terms) ? wholeCents(fixed) + wholeCents(running) : wholeCents(fixed + running);
}

/** The same, exact: a period that a payment cuts in two is still rounded once. */
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

/** Interest of the whole period, if nothing is paid early. */
export const scheduledInterest = (balance: LoanBalance, item: OpenItem): number => interestUntil(balance, item, item.dueDate);

/** Interest is owed for one day at least (lending.md, "early payoff"). */
export const interestDay = ({ startDate }: LoanBalance, day: Day): Day => laterOf(day, addDays(startDate, 1));

/**
 * The day on which what is left of an instalment is due. Interest that remains after its principal was paid ahead is due with
 * the next instalment, so that paying one early leaves nothing to be late with (lending.md, "Instalments").
 */
export function dueDateOf({ terms, items }: LoanBalance, item: OpenItem): Day {
  if (item.principalCents > 0 || keepsOriginalRules(terms)) return item.dueDate;
  return items.find(({ number, principalCents }) => number > item.number && principalCents > 0)?.dueDate ?? item.dueDate;
}

/** Whether something of an instalment is still to be paid. */
export const isOpen = (balance: LoanBalance, item: OpenItem): boolean =>
  item.principalCents > 0 || scheduledInterest(balance, item) > item.interestPaidCents;

/** All that the loan has cost so far and will cost if it is paid on time. The coupon does not make it less; what was waived is no cost. */
export function chargesSoFarCents(balance: LoanBalance): number {
  const interestCents = balance.items.reduce((sum, item) => sum + scheduledInterest(balance, item), 0);
  const { lateChargeCents, penaltyCents, extensionFeeCents } = balance.charged;
  return balance.feesCents + interestCents + lateChargeCents + penaltyCents + extensionFeeCents - balance.waivedCents;
}

/** What may still be charged before all charges reach their share of the principal. */
export function totalCostRoomCents(balance: LoanBalance): number {
  const { principalCents, parameters } = balance.terms;
  return Math.max(0, ppmOf(principalCents, parameters.totalCostCapPpm, floor) - chargesSoFarCents(balance));
}
