import type { Deps } from '../../../platform/deps.ts';
import { dayBeginsAt } from '../../../platform/notifications/hours.ts';

type Asking = Pick<Deps, 'clock' | 'releases'>;

/**
 * The deadline for turning Easy Re-loan off before its next loan. The server accepts the request until then, and the SMS and the screen
 * show this time. Undefined once it has passed.
 *
 * @param next when the loan is due, or its day: a loan with only a day is not sent before the quiet hours of flows/sms.json end
 */
export function turnOffUntil(deps: Asking, next: Date | string): Date | undefined {
  const until = typeof next === 'string' ? dayBeginsAt(deps, next) : next;
  return until > deps.clock.now() ? until : undefined;
}
