/** A date, YYYY-MM-DD. Dates compare as strings. */
export type Day = string;

const dayMs = 86_400_000;

/** ECMAScript parses a date without a time as UTC, which has no daylight saving. */
const utc = (day: Day): number => Date.parse(day);
const written = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Whether the date exists: `2026-02-30` would roll over into March. */
export function isDay(text: string): boolean {
  const ms = utc(text);
  return !Number.isNaN(ms) && written(ms) === text;
}

/** Adds days to a date. */
export const addDays = (day: Day, days: number): Day => written(utc(day) + days * dayMs);

/** Returns the whole days between two dates; negative if the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => (utc(to) - utc(from)) / dayMs;

export const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
export const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

/**
 * Adds months to a date, and uses the month's last day if needed. The anchor stays: the 31st becomes 28 February and then 31 March
 * again, as in Apache Fineract (validateSeedDate31).
 */
export function addMonths(anchor: Day, months: number): Day {
  const [year = 0, month = 1, day = 1] = anchor.split('-').map(Number);
  const last = Date.UTC(year, month + months, 0);
  return written(Math.min(Date.UTC(year, month - 1 + months, day), last));
}

/** Adds years to a date. 29 February becomes 1 March in other years, as for ages. */
export function addYears(day: Day, years: number): Day {
  const date = new Date(utc(day));
  return written(date.setUTCFullYear(date.getUTCFullYear() + years));
}

/** In the order of `weekdayOf`. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Day of the week, 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(utc(day)).getUTCDay();

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time of a time zone, `2026-11-23 09:05:00`. */
function wallClock(timeZone: string, moment: Date): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const digits = '2-digit';
    // The Swedish format is ISO 8601.
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    });
    clocks.set(timeZone, clock);
  }
  return clock.format(moment);
}

/** @param timeZone IANA name, for example `Asia/Tokyo` */
export const dayIn = (timeZone: string, moment: Date): Day => wallClock(timeZone, moment).slice(0, 10);

/** Returns the time in a time zone, HH:MM. */
export const timeIn = (timeZone: string, moment: Date): string => wallClock(timeZone, moment).slice(11, 16);

/** Returns a time zone's offset from UTC at an instant, in milliseconds. */
export function offsetIn(timeZone: string, moment: Date): number {
  const whole = Math.floor(moment.getTime() / 1000) * 1000;
  return Date.parse(`${wallClock(timeZone, moment).replace(' ', 'T')}Z`) - whole;
}

/** Returns the instant of an hour on a date in a time zone. If daylight saving skips the hour, returns the hour before. */
export function momentIn(timeZone: string, day: Day, hour = 0): Date {
  const wanted = utc(day) + hour * 3_600_000;
  const near = wanted - offsetIn(timeZone, new Date(wanted));
  return new Date(wanted - offsetIn(timeZone, new Date(near)));
}
