import { phoneVault, type PhoneNumber } from '../customer/phone.ts';
import type { Tx } from '../db/database.ts';
import { lockNames } from '../db/lockNames.ts';
import type { Deps } from '../deps.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { addSeconds, daySeconds } from '../time.ts';

const numbersOf = ({ settings }: Pick<Deps, 'settings'>, phone: PhoneNumber): string[] => phoneVault(settings.keyring).lookup(phone);

/** Refusals made since this time bind everybody. */
const bindingSince = (deps: Deps): Date => addSeconds(deps.clock.now(), -loginPolicy(deps).declinedDays * daySeconds);

/**
 * Whether the holder of a number declined an invitation from any customer. Blocks concurrent refusals until the transaction ends, so an
 * invitation stored in it has missed none.
 */
export async function isRefused(tx: Tx, deps: Deps, phone: PhoneNumber): Promise<boolean> {
  const numbers = numbersOf(deps, phone);
  await lockNames(tx, numbers);
  const row = await tx
    .selectFrom('guest_refusals')
    .select('declined_at')
    .where('phone_digest', 'in', numbers)
    .where('declined_at', '>', bindingSince(deps))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function storeRefusal(tx: Tx, deps: Deps, phone: PhoneNumber): Promise<void> {
  const numbers = numbersOf(deps, phone);
  await lockNames(tx, numbers);
  const now = { declined_at: deps.clock.now() };
  await tx
    .insertInto('guest_refusals')
    .values({ phone_digest: numbers[0] ?? '', ...now })
    .onConflict((conflict) => conflict.column('phone_digest').doUpdateSet(now))
    .execute();
}

/** Deletes refusals that no longer bind anybody. */
export async function sweepRefusals(deps: Deps): Promise<void> {
  await deps.db.deleteFrom('guest_refusals').where('declined_at', '<=', bindingSince(deps)).execute();
}
