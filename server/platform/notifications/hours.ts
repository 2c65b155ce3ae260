import type { Deps } from '../deps.ts';
import { addSeconds, manilaDay, manilaHour } from '../time.ts';
import { smsOf } from './kind.ts';

type Asking = Pick<Deps, 'clock' | 'releases'>;

/** Whether this is an hour of the day in Manila at which a customer may be written to unasked: flows/sms.json. */
export const isSaneHour = (deps: Asking): boolean => !isQuiet(deps, deps.clock.now());

function isQuiet({ releases }: Pick<Asking, 'releases'>, at: Date): boolean {
  const { from, until } = smsOf(releases.active()).quietHours;
  const hour = manilaHour(at);
  return hour >= from || hour < until;
}

/** When the quiet hours of a day in Manila end. */
export const dayBeginsAt = ({ releases }: Pick<Asking, 'releases'>, day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00+08:00`) + smsOf(releases.active()).quietHours.until * 3_600_000);

/** When an SMS may leave that was asked for at a moment: then, or in the morning where it can wait. */
export function sendableAt(deps: Pick<Asking, 'releases'>, textKey: string, at: Date): Date {
  const { atOnce } = smsOf(deps.releases.active());
  if ((atOnce as readonly string[]).includes(textKey) || !isQuiet(deps, at)) return at;
  const morning = dayBeginsAt(deps, manilaDay(at));
  return morning > at ? morning : addSeconds(morning, 24 * 3600);
}
