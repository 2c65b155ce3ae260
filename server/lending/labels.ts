import { daysBetween } from '../../engine/config/days.ts';
import type { Day } from './types.ts';

/** How a due date relates to today (L04). Derived, never stored. */
export type DueLabel =
  | { label: 'expiresIn'; daysLeft: number }
  | { label: 'dueToday'; daysLeft: 0 }
  | { label: 'overdue'; overdueDays: number };

/** Returns 'expires in N days', 'due today' or 'overdue N days', by calendar days. */
export function dueLabel(dueDate: Day, today: Day): DueLabel {
  const days = daysBetween(today, dueDate);
  if (days > 0) return { label: 'expiresIn', daysLeft: days };
  return days === 0 ? { label: 'dueToday', daysLeft: 0 } : { label: 'overdue', overdueDays: -days };
}
