import type { Tx } from '../db/database.ts';
import { fail } from '../problem.ts';

/**
 * What changes what one customer has and owes comes one after the other: the second sees what the first left. Refuses with
 * `unauthenticated` an account that was deleted meanwhile.
 */
export async function lockOwner(tx: Tx, customerId: string): Promise<void> {
  if (!(await lockIfThere(tx, customerId))) fail('unauthenticated');
}

/** The same where nobody is logged in. Answers whether the account is still there. */
export async function lockIfThere(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('customers')
    .select('deleted_at')
    .where('id', '=', customerId)
    // No key update: rows that name the customer may be written beside it (db/deletedCustomer.ts).
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined && row.deleted_at === null;
}
