import type { Deps } from '../deps.ts';
import { hourSeconds } from '../time.ts';
import { takeUnder, type Cap } from './counters.ts';

/** A limit on a customer's action: `most` times in the hour after the first. `what` names the counted action, such as `feedback`. */
export const hourly = (customerId: string, what: string, most: number): Cap => ({
  scope: 'customer',
  key: `${what}:${customerId}`,
  cap: most,
  windowSeconds: hourSeconds,
});

/** Counts a customer's action in its own transaction. Refuses with `tooFrequent`. */
export const limitPerHour = (deps: Deps, customerId: string, what: string, most: number): Promise<void> =>
  takeUnder(deps, [hourly(customerId, what, most)]);
