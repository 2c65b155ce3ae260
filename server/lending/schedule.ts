import { addDays, addMonths, daysBetween } from '../../engine/config/days.ts';
import { fraction } from './fraction.ts';
import { interestFor, takesInterestUpfront } from './interest.ts';
import { planner, type PlanRow } from './plan.ts';
import type { Day, Instalment, LoanTerms } from './types.ts';

export interface Period {
  fromDate: Day;
  dueDate: Day;
}

/**
 * Returns the periods of a loan paid out on a day. due = start + T (lending.md, "Amounts"). Monthly periods keep the day of the month on
 * which the loan started.
 */
export function periodsOf({ termDays, instalments }: Pick<LoanTerms, 'termDays' | 'instalments'>, startDate: Day): Period[] {
  const { count, every } = instalments ?? { count: 1, every: 'days' };
  const dueDates = Array.from({ length: count }, (_, index) =>
    every === 'month' ? addMonths(startDate, index + 1) : addDays(startDate, (termDays / count) * (index + 1)),
  );
  return dueDates.map((dueDate, index) => ({ fromDate: dueDates[index - 1] ?? startDate, dueDate }));
}

/** Returns the schedule of a loan that is paid out on a day and paid on time. */
export const scheduleOf = (terms: LoanTerms, startDate: Day): Instalment[] => scheduler(terms, startDate)(terms.principalCents);

/** Returns the schedule as a function of the amount. Everything independent of the amount is computed once. */
export function scheduler(terms: Omit<LoanTerms, 'principalCents'>, startDate: Day): (principalCents: number) => Instalment[] {
  const periods = periodsOf(terms, startDate);
  const rowsOf = rowsFor(terms, periods);
  return (principalCents) =>
    rowsOf(principalCents).map((row, index) => ({ number: index + 1, dueDate: periods[index]?.dueDate ?? startDate, ...row }));
}

function rowsFor(terms: Omit<LoanTerms, 'principalCents'>, periods: readonly Period[]): (principalCents: number) => PlanRow[] {
  const { parameters, instalments, termDays } = terms;
  if (!instalments) {
    const ratePpm = takesInterestUpfront(terms) ? 0 : parameters.dailyRatePpm;
    return (principalCents) => {
      const interestCents = interestFor(principalCents, ratePpm, termDays);
      return [{ principalCents, interestCents, totalCents: principalCents + interestCents, balanceCents: 0 }];
    };
  }
  const { method, roundToCents } = instalments;
  const periodRates = periods.map(({ fromDate, dueDate }) => fraction(parameters.dailyRatePpm * daysBetween(fromDate, dueDate), 1_000_000));
  return planner({ periodRates, method, ...(roundToCents !== undefined && { roundToCents }) });
}

export const totalOf = (schedule: readonly Instalment[], part: 'interestCents' | 'totalCents'): number =>
  schedule.reduce((sum, row) => sum + row[part], 0);
