import type { Tx } from '../db/database.ts';
import { fail } from '../problem.ts';
import type { StoredCustomer } from './customers.ts';

/**
 * What changes what one customer has and owes comes one after the other: the second sees what the first left. Refuses with
 * `unauthenticated` an account that was deleted meanwhile.
 */
export const lockOwner = async (tx: Tx, customerId: string): Promise<StoredCustomer> =>
  (await lockIfThere(tx, customerId)) ?? fail('unauthenticated');

/** The same where nobody is logged in; undefined when the account was deleted. */
export async function lockIfThere(tx: Tx, customerId: string): Promise<StoredCustomer | undefined> {
  const row = await tx
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', customerId)
    // No key update: rows that name the customer may be written beside it (db/deletedCustomer.ts).
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.deleted_at === null ? row : undefined;
}
