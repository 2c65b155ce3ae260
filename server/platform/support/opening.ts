import { manilaDay } from '../time.ts';
import { weekdays, type Support } from './kind.ts';

/** Whether somebody is there, and when next; times HH:MM and days YYYY-MM-DD as in Manila. */
export type Opening =
  | { isOpen: true; until: string }
  | { isOpen: false; holiday: boolean; opensAt?: string; opensOn?: 'today' | 'tomorrow' | 'later'; opensDay?: string };

/** Beyond that a holiday is a closure that the texts should speak of. */
const farthestDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
/** UTC+8 all the year. */
const manilaOffsetMs = 8 * 60 * 60 * 1000;

/** How support stands at an instant. At the closing minute it is closed. */
export function openingAt(support: Support, now: Date): Opening {
  const time = new Date(now.getTime() + manilaOffsetMs).toISOString().slice(11, 16);
  const today = hoursOn(support, now);
  if (today && today.from <= time && time < today.until) return { isOpen: true, until: today.until };
  const holiday = support.closedOn.includes(manilaDay(now));
  for (let ahead = 0; ahead <= farthestDays; ahead++) {
    const day = new Date(now.getTime() + ahead * dayMs);
    const hours = hoursOn(support, day);
    if (!hours || (ahead === 0 && time >= hours.from)) continue;
    const opensOn = ahead === 0 ? 'today' : ahead === 1 ? 'tomorrow' : 'later';
    return { isOpen: false, holiday, opensAt: hours.from, opensOn, opensDay: manilaDay(day) };
  }
  return { isOpen: false, holiday };
}

function hoursOn({ hours, closedOn }: Support, at: Date): { from: string; until: string } | undefined {
  const day = manilaDay(at);
  if (closedOn.includes(day)) return undefined;
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()];
  return hours.find(({ days }) => days.some((each) => each === weekday));
}
