import type { Deps } from '../deps.ts';
import { addSeconds, manilaDay, manilaHour } from '../time.ts';
import { smsOf } from './kind.ts';

type Asking = Pick<Deps, 'clock' | 'releases'>;

/** Whether this is an hour of the day in Manila at which a borrower may be written to unasked: flows/sms.json. */
export const isSaneHour = (deps: Asking): boolean => !isQuiet(deps, deps.clock.now());

function isQuiet({ releases }: Pick<Asking, 'releases'>, at: Date): boolean {
  const { from, until } = smsOf(releases.active()).quietHours;
  const hour = manilaHour(at);
  return hour >= from || hour < until;
}

/** When an SMS may leave that was asked for at a moment: then, or in the morning where it can wait. */
export function sendableAt(deps: Pick<Asking, 'releases'>, textKey: string, at: Date): Date {
  const { quietHours, atOnce } = smsOf(deps.releases.active());
  if ((atOnce as readonly string[]).includes(textKey) || !isQuiet(deps, at)) return at;
  const morning = new Date(Date.parse(`${manilaDay(at)}T00:00:00+08:00`) + quietHours.until * 3_600_000);
  return morning > at ? morning : addSeconds(morning, 24 * 3600);
}
