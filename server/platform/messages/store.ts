import { vaultOf, type CustomerVault } from '../crypto/vault.ts';
import type { Deps } from '../deps.ts';
import { uuidV7 } from '../random.ts';
import type { TextValues } from '../texts.ts';

const placeOf = (id: string) => `message|${id}`;

/** Decrypts the values of a notice. */
export const openValues = (vault: CustomerVault, { id, sealed_values: sealed }: { id: string; sealed_values: string }): TextValues =>
  vault.open(placeOf(id), sealed) as TextValues;

export interface NewMessage {
  customerId: string;
  /** Key of the notice, e.g. `newDevice`. */
  notice: string;
  values: TextValues;
  /** Idempotency key: of several messages with one source, only the first is stored. */
  source: string;
}

/**
 * Adds a notice to a customer's message centre. Call it outside transactions, because it may create the data key.
 *
 * @returns whether it is new
 */
export async function storeMessage(deps: Deps, { customerId, notice, values, source }: NewMessage): Promise<boolean> {
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const id = uuidV7(deps.clock, deps.random);
  const { numInsertedOrUpdatedRows: added } = await deps.db
    .insertInto('messages')
    .values({
      id,
      customer_id: customerId,
      source,
      notice,
      sealed_values: vault.seal(placeOf(id), values),
      created_at: deps.clock.now(),
      read_at: null,
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirstOrThrow();
  return added === 1n;
}
