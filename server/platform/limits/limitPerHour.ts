import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { hourSeconds } from '../time.ts';
import { takeIn } from './caps.ts';

/**
 * Rate limits a customer's action to `cap` times in the hour after the first. Refuses with `tooFrequent`.
 *
 * @param what name of the counted action, such as `feedback`
 */
export const limitPerHour = ({ db, clock }: Deps, customerId: string, what: string, cap: number): Promise<void> =>
  takeIn(db, [{ scope: 'customer', key: `${what}:${customerId}`, cap, windowSeconds: hourSeconds }], clock.now());

/** Deletes what `limitPerHour` counted for a customer. */
export const forgetLimits = async (tx: Tx, customerId: string): Promise<void> =>
  void (await tx.deleteFrom('login_counters').where('scope', '=', 'customer').where('key', 'like', `%:${customerId}`).execute());
