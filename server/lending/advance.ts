import type { Day, InstalmentTerms, LendingParameters, LoanTerms } from './types.ts';

/** Loans that are agreed to today and paid out on a later day: what must still hold then, and when that is. */

type Worse<Name extends keyof LendingParameters> = (agreed: LendingParameters[Name], now: LendingParameters[Name]) => boolean;

const higher = (agreed: number, now: number): boolean => now > agreed;
const lower = (agreed: number, now: number): boolean => now < agreed;

/** When a parameter is worse for the borrower than what was agreed to; a parameter that is added must be judged here. */
const worse: { [Name in keyof LendingParameters]: Worse<Name> } = {
  dailyRatePpm: higher,
  serviceFeePpm: higher,
  creditScoreFeeCents: higher,
  gstPpm: higher,
  gstBase: (agreed, now) => now !== agreed && now === 'allFees',
  // Neither is better for everybody: the money comes another way than was told.
  interestTiming: (agreed, now) => now !== agreed,
  earlyRepayment: (agreed, now) => now !== agreed && now === 'fullTerm',
  graceDays: lower,
  lateChargeCents: higher,
  penaltyPpmPerDay: higher,
  penaltyCapPpmPer30d: higher,
  totalCostCapPpm: higher,
  extensionDays: lower,
  extensionFeePpmPerDay: higher,
  extensionWaivesAccruedPenalty: (agreed, now) => agreed && !now,
  maxExtensions: (agreed, now) => now !== null && (agreed === null || now < agreed),
};

/**
 * What of the terms of today is worse for the borrower than what was agreed to, by name. Empty when a loan may be paid out on
 * the old consent: better terms need no new one.
 */
export function worseThanAgreed(agreed: LoanTerms, now: LoanTerms): string[] {
  // Each judge is asked about the parameter it was made for.
  const judges = Object.entries(worse) as [keyof LendingParameters, (agreed: unknown, now: unknown) => boolean][];
  return [
    ...(agreed.productId === now.productId ? [] : ['productId']),
    ...(agreed.principalCents === now.principalCents ? [] : ['principalCents']),
    ...(agreed.termDays === now.termDays ? [] : ['termDays']),
    ...(sameInstalments(agreed.instalments, now.instalments) ? [] : ['instalments']),
    ...judges.filter(([name, isWorse]) => isWorse(agreed.parameters[name], now.parameters[name])).map(([name]) => name),
  ];
}

const sameInstalments = (a: InstalmentTerms | undefined, b: InstalmentTerms | undefined): boolean =>
  a?.count === b?.count && a?.every === b?.every && a?.method === b?.method && a?.roundToCents === b?.roundToCents;

const two = (number: number): string => String(number).padStart(2, '0');

/** The day of that number in the month of `day`, moved by so many months. @param dayOfMonth 1 to 28, which every month has */
function inMonthOf(day: Day, dayOfMonth: number, months: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = year * 12 + (month - 1) + months;
  return `${Math.floor(at / 12)}-${two((at % 12) + 1)}-${two(dayOfMonth)}`;
}

/** The newest day of that number in its month which is not after `today`. */
export function lastMonthly(dayOfMonth: number, today: Day): Day {
  const own = inMonthOf(today, dayOfMonth, 0);
  return own <= today ? own : inMonthOf(today, dayOfMonth, -1);
}

/** The first day of that number in its month which lies after `day`. */
export function nextMonthly(dayOfMonth: number, day: Day): Day {
  const own = inMonthOf(day, dayOfMonth, 0);
  return own > day ? own : inMonthOf(day, dayOfMonth, 1);
}
