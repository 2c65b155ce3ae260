import { dueDateOf, effectiveDay, interestDay, interestUntil, isOpen, scheduledInterest } from './balance.ts';
import { laterOf } from '../../engine/config/days.ts';
import { nextDueDate, overdueDays, overdueOn } from './overdue.ts';
import type { Day, Due, LoanBalance, OpenItem } from './types.ts';

/**
 * The amount that settles the loan on a day: all principal, interest for the days so far (or the term, by setting), and overdue charges
 * (lending.md, "early payoff").
 */
export function payoffOn(balance: LoanBalance, day: Day): Due {
  const asOf = effectiveDay(balance, day);
  const until = interestDay(balance, asOf);
  return dueOf(balance, asOf, balance.items, (item) => interestUntil(balance, item, until));
}

/** The amount due as scheduled: the instalments that are due, otherwise the next one, plus overdue charges. */
export function dueOn(balance: LoanBalance, day: Day): Due {
  const asOf = effectiveDay(balance, day);
  const open = balance.items.filter((item) => isOpen(balance, item));
  const next = nextDueDate(balance) ?? asOf;
  const due = open.filter((item) => dueDateOf(balance, item) <= laterOf(asOf, next));
  return dueOf(balance, asOf, due, (item) => scheduledInterest(balance, item));
}

function dueOf(balance: LoanBalance, asOf: Day, items: readonly OpenItem[], interestOf: (item: OpenItem) => number): Due {
  if (balance.state !== 'active') return nothingDue;
  const principalCents = items.reduce((sum, item) => sum + item.principalCents, 0);
  const interestCents = items.reduce((sum, item) => sum + interestOf(item) - item.interestPaidCents, 0);
  const charges = overdueOn(balance, asOf);
  return {
    principalCents,
    interestCents,
    ...charges,
    totalCents: principalCents + interestCents + charges.lateChargeCents + charges.penaltyCents,
    overdueDays: overdueDays(balance, asOf),
  };
}

const nothingDue: Due = { principalCents: 0, interestCents: 0, lateChargeCents: 0, penaltyCents: 0, totalCents: 0, overdueDays: 0 };
