import { addDays, daysBetween } from '../../engine/config/days.ts';
import { effectiveDay } from './balance.ts';
import { payoffOn } from './due.ts';
import { extensionQuote } from './extension.ts';
import { nextDueDate } from './overdue.ts';
import type { Day, LoanBalance } from './types.ts';

/** Cost of each choice on this day. */
export interface ProjectedDay {
  day: Day;
  isDue: boolean;
  lateDays: number;
  /** Amount that settles the loan. */
  settleCents: number;
  /** Absent if the loan cannot be extended on this day. */
  extension?: {
    /** Amount to pay on this day. */
    nowCents: number;
    newDueDate: Day;
    /** Amount that settles the loan on the new due date. */
    thenCents: number;
    totalCents: number;
  };
}

/** Days on which the price changes: the due date, the first late day, a week and a month late. */
const daysFromDue = [0, 1, 7, 30];

/**
 * Returns the cost of settling and of extending, today and on the next days that matter, computed by the functions that charge it. Empty if
 * nothing is owed.
 */
export function projectionOf(balance: LoanBalance, today: Day): ProjectedDay[] {
  const dueDate = nextDueDate(balance);
  if (balance.state !== 'active' || dueDate === undefined) return [];
  const from = effectiveDay(balance, today);
  const coming = daysFromDue.map((days) => addDays(dueDate <= from && days > 0 ? from : dueDate, days)).filter((day) => day > from);
  return [from, ...coming].map((day) => ({
    day,
    isDue: day === dueDate,
    lateDays: Math.max(0, daysBetween(dueDate, day)),
    settleCents: payoffOn(balance, day).totalCents,
    ...extensionOn(balance, day),
  }));
}

function extensionOn(balance: LoanBalance, day: Day): Pick<ProjectedDay, 'extension'> {
  const quote = extensionQuote(balance, day);
  if ('refused' in quote) return {};
  const { amountCents: nowCents, newDueDate, payoffThenCents: thenCents } = quote;
  return { extension: { nowCents, newDueDate, thenCents, totalCents: nowCents + thenCents } };
}
