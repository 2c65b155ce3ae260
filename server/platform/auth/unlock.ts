import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { phoneVault, type PhoneNumber } from '../customer/phone.ts';

/** Unlocks a number, after customer service has identified the caller. Returns whether the number exists. */
export async function unlockNumber(deps: Pick<Deps, 'settings'> & { db: Db | Tx }, phone: PhoneNumber): Promise<boolean> {
  const digests = phoneVault(deps.settings.keyring).lookup(phone);
  const result = await deps.db.updateTable('login_numbers').set({ failures: 0 }).where('phone_digest', 'in', digests).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
