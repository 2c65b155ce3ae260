import type { CustomerVault } from '../platform/crypto/vault.ts';
import { vaultOf } from '../platform/crypto/vault.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { Deps } from '../platform/deps.ts';

/** Who looks at loans, and through what: have it before a transaction begins (see crypto/vault.ts). */
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

/** Inside a transaction the transaction is read through. */
export type Reader = Viewer & { db: Db | Tx };
