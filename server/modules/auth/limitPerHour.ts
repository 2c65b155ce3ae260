import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { countUpTo } from './counters.ts';

/**
 * Refuses with `tooFrequent` what one borrower does more often than `cap` times within an hour of the first.
 *
 * @param what names the thing that is counted, e.g. `feedback`
 */
export async function limitPerHour(deps: Deps, customerId: string, what: string, cap: number): Promise<void> {
  const now = deps.clock.now();
  const seconds = await deps.db.transaction().execute((tx) => countUpTo(tx, 'customer', `${what}:${customerId}`, cap, now));
  if (seconds !== undefined) fail('tooFrequent', { params: { seconds } });
}
