import { vaultOf, type CustomerVault } from '../crypto/vault.ts';
import type { Deps } from '../deps.ts';
import { uuidV7 } from '../random.ts';
import type { TextValues } from '../texts.ts';

const placeOf = (id: string) => `message|${id}`;

/** Values of a notice as they were sealed. */
export const openValues = (vault: CustomerVault, { id, sealed_values: sealed }: { id: string; sealed_values: string }): TextValues =>
  vault.open(placeOf(id), sealed) as TextValues;

export interface NewMessage {
  customerId: string;
  /** Which notice it is, e.g. `newDevice`. */
  notice: string;
  values: TextValues;
  /** Of several with one source there is only the first. */
  source: string;
}

/** Puts a notice into a customer's message centre. Outside of transactions only: it may have to make the data key. */
export async function storeMessage(deps: Deps, { customerId, notice, values, source }: NewMessage): Promise<void> {
  const vault = await vaultOf(deps.settings.keyring).of(deps.db, customerId);
  const id = uuidV7(deps.clock, deps.random);
  await deps.db
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
    .execute();
}
