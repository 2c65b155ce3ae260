import type { Day, InstalmentTerms, LendingParameters, LoanTerms } from './types.ts';

/** Loans agreed to today and paid out later: the conditions at payout, and its day. */

type Worse<Name extends keyof LendingParameters> = (agreed: LendingParameters[Name], now: LendingParameters[Name]) => boolean;

const higher = (agreed: number, now: number): boolean => now > agreed;
const lower = (agreed: number, now: number): boolean => now < agreed;

/**
 * Decides for each parameter whether the current value is worse for the borrower than the agreed one. A new parameter needs an entry here.
 */
const worse: { [Name in keyof LendingParameters]: Worse<Name> } = {
  dailyRatePpm: higher,
  serviceFeePpm: higher,
  creditScoreFeeCents: higher,
  gstPpm: higher,
  gstBase: (agreed, now) => now !== agreed && now === 'allFees',
  // Neither timing is better for everybody, and the borrower would receive a different amount than disclosed.
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
 * Returns the names of current terms that are worse for the borrower than the agreed ones. If there are none, the loan may be paid out
 * under the existing consent, because better terms need no new one.
 */
export function worseThanAgreed(agreed: LoanTerms, now: LoanTerms): string[] {
  // The cast is safe: each comparison gets the values of its own parameter.
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

/** Returns the given day of the month, some months after `day`. @param dayOfMonth 1 to 28, which every month has */
function inMonthOf(day: Day, dayOfMonth: number, months: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const at = year * 12 + (month - 1) + months;
  return `${Math.floor(at / 12)}-${two((at % 12) + 1)}-${two(dayOfMonth)}`;
}

/** Returns the last such day of the month on or before `today`. */
export function lastMonthly(dayOfMonth: number, today: Day): Day {
  const own = inMonthOf(today, dayOfMonth, 0);
  return own <= today ? own : inMonthOf(today, dayOfMonth, -1);
}

/** Returns the first such day of the month after `day`. */
export function nextMonthly(dayOfMonth: number, day: Day): Day {
  const own = inMonthOf(day, dayOfMonth, 0);
  return own > day ? own : inMonthOf(day, dayOfMonth, 1);
}
