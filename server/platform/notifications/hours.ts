import type { Deps } from '../deps.ts';
import { addDays, momentIn, timeIn } from '../../../engine/config/days.ts';
import { dayOf, timeZoneOf } from '../time.ts';
import { smsOf } from './kind.ts';

type HoursDeps = Pick<Deps, 'clock' | 'releases'>;

/** Whether customers may be contacted proactively at this hour: flows/sms.json. */
export const mayContactNow = (deps: HoursDeps): boolean => !isQuiet(deps, deps.clock.now());

function isQuiet(deps: Pick<HoursDeps, 'releases'>, at: Date): boolean {
  const { from, until } = smsOf(deps.releases.active()).quietHours;
  const hour = Number.parseInt(timeIn(timeZoneOf(deps), at));
  return hour >= from || hour < until;
}

/** When the quiet hours of a day end. */
export const dayBeginsAt = (deps: Pick<HoursDeps, 'releases'>, day: string): Date =>
  momentIn(timeZoneOf(deps), day, smsOf(deps.releases.active()).quietHours.until);

/** Earliest time to send an SMS: immediately, or in the morning if it can wait. */
export function sendableAt(deps: Pick<HoursDeps, 'releases'>, textKey: string, at: Date): Date {
  const { atOnce } = smsOf(deps.releases.active());
  if ((atOnce as readonly string[]).includes(textKey) || !isQuiet(deps, at)) return at;
  const today = dayOf(deps, at);
  const morning = dayBeginsAt(deps, today);
  return morning > at ? morning : dayBeginsAt(deps, addDays(today, 1));
}
