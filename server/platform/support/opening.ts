import { addDays, dayIn, timeIn, weekdayOf, weekdays, type Day } from '../../../engine/config/days.ts';
import type { Support } from './kind.ts';

/** Whether support is open, and when it opens next. Times are HH:MM and days YYYY-MM-DD. */
export type Opening =
  | { isOpen: true; until: string }
  | { isOpen: false; holiday: boolean; opensAt?: string; opensOn?: 'today' | 'tomorrow' | 'later'; opensDay?: string };

/** A longer holiday is a closure that the texts should announce. */
const farthestDays = 30;

/** Returns the opening state at an instant. Support is closed from the closing minute on. */
export function openingAt(support: Support, timeZone: string, now: Date): Opening {
  const time = timeIn(timeZone, now);
  const today = dayIn(timeZone, now);
  const open = hoursOn(support, today);
  if (open && open.from <= time && time < open.until) return { isOpen: true, until: open.until };
  const holiday = support.closedOn.includes(today);
  for (let ahead = 0; ahead <= farthestDays; ahead++) {
    const day = addDays(today, ahead);
    const hours = hoursOn(support, day);
    if (!hours || (ahead === 0 && time >= hours.from)) continue;
    const opensOn = ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : 'later';
    return { isOpen: false, holiday, opensAt: hours.from, opensOn, opensDay: day };
  }
  return { isOpen: false, holiday };
}

function hoursOn({ hours, closedOn }: Support, day: Day): { from: string; until: string } | undefined {
  if (closedOn.includes(day)) return undefined;
  const weekday = weekdays[weekdayOf(day)];
  return hours.find(({ days }) => days.some((each) => each === weekday));
}
