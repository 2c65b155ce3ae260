import type { Day } from './types.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Manila is eight hours ahead of UTC, and knows no daylight saving since 1978. */
const manilaOffsetMs = 8 * 60 * 60 * 1000;

/** ECMAScript reads a date without a time as UTC. */
const utc = (day: Day) => Date.parse(day);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** The calendar day in Manila at an instant. */
export const manilaDayOf = (instant: Date): Day => dayOf(instant.getTime() + manilaOffsetMs);

/** The day so many days after another. */
export const addDays = (day: Day, days: number): Day => dayOf(utc(day) + days * dayMs);

/** Whole days from one day to another; negative when it lies before. */
export const daysBetween = (from: Day, to: Day): number => (utc(to) - utc(from)) / dayMs;

export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
export const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

/**
 * The same day of the month so many months later, or the month's last day where it has no such day. The anchor stays: the
 * 31st becomes 28 February and then 31 March again, as Apache Fineract does (validateSeedDate31).
 */
export function addMonths(anchor: Day, months: number): Day {
  const [year = 0, month = 1, day = 1] = anchor.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return dayOf(Math.min(Date.UTC(year, month - 1 + months, day), last.getTime()));
}
