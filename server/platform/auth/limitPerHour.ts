import type { Deps } from '../deps.ts';
import { hourSeconds, takeUnder } from './counters.ts';

/**
 * Refuses with `tooFrequent` what one customer does more often than `cap` times within an hour of the first.
 *
 * @param what names the thing that is counted, e.g. `feedback`
 */
export const limitPerHour = (deps: Deps, customerId: string, what: string, cap: number): Promise<void> =>
  takeUnder(deps, [{ scope: 'customer', key: `${what}:${customerId}`, cap, windowSeconds: hourSeconds }]);
