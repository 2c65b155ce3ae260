import type { Deps } from '../deps.ts';
import { hourSeconds } from '../time.ts';
import { takeUnder } from './counters.ts';

/**
 * Rate limits a customer's action to `cap` times in the hour after the first. Refuses with `tooFrequent`.
 *
 * @param what name of the counted action, such as `feedback`
 */
export const limitPerHour = (deps: Deps, customerId: string, what: string, cap: number): Promise<void> =>
  takeUnder(deps, [{ scope: 'customer', key: `${what}:${customerId}`, cap, windowSeconds: hourSeconds }]);
