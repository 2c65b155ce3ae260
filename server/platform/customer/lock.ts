import type { Tx } from '../db/database.ts';
import { fail } from '../problem.ts';
import type { StoredCustomer } from './customers.ts';

/**
 * Locks a customer, so that changes to what they have and owe run one after another. Refuses with `unauthenticated` if the account was
 * deleted meanwhile.
 */
export const lockOwner = async (tx: Tx, customerId: string): Promise<StoredCustomer> =>
  (await lockIfThere(tx, customerId)) ?? fail('unauthenticated');

/** Locks a customer outside a session. Returns undefined if the account was deleted. */
export async function lockIfThere(tx: Tx, customerId: string): Promise<StoredCustomer | undefined> {
  const row = await tx
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', customerId)
    // FOR NO KEY UPDATE: concurrent rows may still reference the customer (db/deletedCustomer.ts).
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.deleted_at === null ? row : undefined;
}
