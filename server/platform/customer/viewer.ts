import { vaultOf, type CustomerVault } from '../crypto/vault.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** A customer with the key to their sealed data. Obtain it before a transaction begins (crypto/vault.ts). */
export interface Viewer {
  deps: Deps;
  customerId: string;
  vault: CustomerVault;
}

export const viewerOf = async (deps: Deps, customerId: string): Promise<Viewer> => ({
  deps,
  customerId,
  vault: await vaultOf(deps.settings.keyring).of(deps.db, customerId),
});

/** A viewer that reads through `db`; inside a transaction, pass the transaction. */
export type Reader = Viewer & { db: Db | Tx };
