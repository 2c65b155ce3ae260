import { addDays, addMonths, daysBetween } from './days.ts';
import { fraction } from './fraction.ts';
import { interestFor, takesInterestUpfront } from './interest.ts';
import { planOf } from './plan.ts';
import type { Day, Instalment, LoanTerms } from './types.ts';

export interface Period {
  fromDate: Day;
  dueDate: Day;
}

/**
 * The periods of a loan paid out on a day. due = start + T (lending.md, "Amounts"); monthly ones keep the day of the
 * month on which the loan began.
 */
export function periodsOf({ termDays, instalments }: Pick<LoanTerms, 'termDays' | 'instalments'>, startDate: Day): Period[] {
  const { count, every } = instalments ?? { count: 1, every: 'days' };
  const dueDates = Array.from({ length: count }, (_, index) =>
    every === 'month' ? addMonths(startDate, index + 1) : addDays(startDate, (termDays / count) * (index + 1)),
  );
  return dueDates.map((dueDate, index) => ({ fromDate: dueDates[index - 1] ?? startDate, dueDate }));
}

/** What is to be paid when, if the loan is paid out on this day and every instalment on time. */
export function scheduleOf(terms: LoanTerms, startDate: Day): Instalment[] {
  const periods = periodsOf(terms, startDate);
  return rowsOf(terms, periods).map((row, index) => ({ number: index + 1, dueDate: periods[index]?.dueDate ?? startDate, ...row }));
}

function rowsOf(terms: LoanTerms, periods: readonly Period[]) {
  const { principalCents, parameters, instalments, termDays } = terms;
  if (!instalments) {
    const interestCents = takesInterestUpfront(terms) ? 0 : interestFor(principalCents, parameters.dailyRatePpm, termDays);
    return [{ principalCents, interestCents, totalCents: principalCents + interestCents, balanceCents: 0 }];
  }
  const { method, roundToCents } = instalments;
  const periodRates = periods.map(({ fromDate, dueDate }) => fraction(parameters.dailyRatePpm * daysBetween(fromDate, dueDate), 1_000_000));
  return planOf({ principalCents, periodRates, method, ...(roundToCents !== undefined && { roundToCents }) });
}

export const totalOf = (schedule: readonly Instalment[], part: 'interestCents' | 'totalCents'): number =>
  schedule.reduce((sum, row) => sum + row[part], 0);
