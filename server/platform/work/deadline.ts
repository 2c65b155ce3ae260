import { addDays, dayIn, momentIn, weekdayOf, weekdays } from '../../../engine/config/days.ts';
import type { Deadline, Queues } from './kind.ts';

const hourMs = 3_600_000;

/** Returns when work of this kind, begun at this time, is due: a day later if no deadline is configured. */
export function dueAt(queues: Queues | undefined, timeZone: string, kind: string, openedAt: Date): { dueAt: Date; deadline: string } {
  const deadline = queues?.kinds[kind]?.deadline;
  if (!queues || !deadline) return { dueAt: new Date(openedAt.getTime() + 24 * hourMs), deadline: '' };
  return { dueAt: endOf(deadline, queues.calendar, timeZone, openedAt), deadline: JSON.stringify([deadline, queues.calendar]) };
}

function endOf(deadline: Deadline, calendar: Queues['calendar'], timeZone: string, from: Date): Date {
  if ('hours' in deadline) return new Date(from.getTime() + deadline.hours * hourMs);
  const today = dayIn(timeZone, from);
  let day = today;
  for (let left = deadline.workingDays; left > 0;) {
    day = addDays(day, 1);
    if (isWorkingDay(calendar, day)) left -= 1;
  }
  const intoDay = from.getTime() - momentIn(timeZone, today).getTime();
  return new Date(momentIn(timeZone, day).getTime() + intoDay);
}

const isWorkingDay = ({ days, closedOn }: Queues['calendar'], day: string): boolean =>
  !closedOn.includes(day) && days.some((each) => each === weekdays[weekdayOf(day)]);
