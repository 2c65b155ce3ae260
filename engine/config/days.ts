/** A calendar day, YYYY-MM-DD. Days compare as strings. */
export type Day = string;

const dayMs = 86_400_000;

/** ECMAScript reads a date without a time as UTC, which has no daylight saving. */
const utc = (day: Day): number => Date.parse(day);
const written = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

/** Whether the calendar has the day: `2026-02-30` would roll over into March. */
export function isDay(text: string): boolean {
  const ms = utc(text);
  return !Number.isNaN(ms) && written(ms) === text;
}

/** The day so many days after another. */
export const addDays = (day: Day, days: number): Day => written(utc(day) + days * dayMs);

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
  const last = Date.UTC(year, month + months, 0);
  return written(Math.min(Date.UTC(year, month - 1 + months, day), last));
}

/** The same date so many years later. 29 February becomes 1 March where the year has none, as ages are counted. */
export function addYears(day: Day, years: number): Day {
  const date = new Date(utc(day));
  return written(date.setUTCFullYear(date.getUTCFullYear() + years));
}

/** Day of the week, 0 for Sunday. */
export const weekdayOf = (day: Day): number => new Date(utc(day)).getUTCDay();

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Wall clock of a time zone, `2026-11-23 09:05:00`. */
function wallClock(timeZone: string, moment: Date): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const digits = '2-digit';
    // Swedish writes dates as ISO 8601 does.
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

/** @param timeZone IANA name, e.g. `Asia/Tokyo` */
export const dayIn = (timeZone: string, moment: Date): Day => wallClock(timeZone, moment).slice(0, 10);

/** Time of day in a time zone, HH:MM. */
export const timeIn = (timeZone: string, moment: Date): string => wallClock(timeZone, moment).slice(11, 16);

/** Milliseconds by which clocks of a time zone are ahead of UTC at a moment. */
export function offsetIn(timeZone: string, moment: Date): number {
  const whole = Math.floor(moment.getTime() / 1000) * 1000;
  return Date.parse(`${wallClock(timeZone, moment).replace(' ', 'T')}Z`) - whole;
}

/** The moment at which an hour of a day begins in a time zone. For an hour that daylight saving skips, the one before it. */
export function momentIn(timeZone: string, day: Day, hour = 0): Date {
  const wanted = utc(day) + hour * 3_600_000;
  const near = wanted - offsetIn(timeZone, new Date(wanted));
  return new Date(wanted - offsetIn(timeZone, new Date(near)));
}
