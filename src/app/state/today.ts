import { addDays, type Day } from '../../../engine/config/days.ts';

const dayMs = 86_400_000;

/** Days since 1970 at a UTC offset. Intl would load its time zone tables, a third of the page's start time (bench/). */
const dayNumber = (now: Date, offsetMinutes: number): number => Math.floor((now.getTime() + offsetMinutes * 60_000) / dayMs);

/** Today by the device's clock, for a page that the server did not send. */
export const deviceDay = (offsetMinutes: number, now = new Date()): Day => addDays('1970-01-01', dayNumber(now, offsetMinutes));

/**
 * Today. The server sets the day, and the device's clock only detects that midnight has passed. So a device whose clock is days off still
 * shows the right day.
 */
export function createToday(serverDay: Day, offsetMinutes: number, now: () => Date = () => new Date()): () => Day {
  const begun = dayNumber(now(), offsetMinutes);
  return () => addDays(serverDay, dayNumber(now(), offsetMinutes) - begun);
}
