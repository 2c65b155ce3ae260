import type { Deps } from '../deps.ts';
import { phoneVault, type PhoneNumber } from '../customer/phone.ts';

/** Takes the lock off a number, as customer service does once it knows who calls. Answers whether there was a number. */
export async function unlockNumber(deps: Deps, phone: PhoneNumber): Promise<boolean> {
  const digests = phoneVault(deps.settings.keyring).lookup(phone);
  const result = await deps.db.updateTable('login_numbers').set({ failures: 0 }).where('phone_digest', 'in', digests).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
