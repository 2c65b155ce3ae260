import type { Deps } from '../../../platform/deps.ts';
import { dayBeginsAt } from '../../../platform/notifications/hours.ts';

type Asking = Pick<Deps, 'clock' | 'releases'>;

/**
 * Until when Easy Re-loan can be turned off so that its next loan is not sent: up to the moment from which it may leave, and the server
 * accepts it until then. SMS and screen say this time. Undefined once it has passed.
 *
 * @param next when the loan is due, or the day on which it is: no loan of a day leaves before the quiet hours of flows/sms.json end
 */
export function turnOffUntil(deps: Asking, next: Date | string): Date | undefined {
  const until = typeof next === 'string' ? dayBeginsAt(deps, next) : next;
  return until > deps.clock.now() ? until : undefined;
}
