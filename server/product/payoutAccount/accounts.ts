import type { Static } from 'typebox';
import type { Selectable } from 'kysely';
import type { Answers } from '../../../engine/config/definitions.ts';
import type { PayoutAccount } from '../../contract/offers.ts';
import { numberIndex } from '../submittedNumbers/numberIndex.ts';
import { vaultOf, type CustomerVault } from '../../platform/crypto/vault.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockOwner } from '../../platform/customer/lock.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { PayoutDestination } from '../../ports/payout.ts';
import { uuidV7 } from '../../platform/random.ts';
import { accountIn, identityOf, maskedNumber, type AccountDetails } from './details.ts';
import type { PayoutAccountRow } from './table.ts';

export type StoredAccount = Selectable<PayoutAccountRow>;
export type AccountView = Static<typeof PayoutAccount>;
export type AccountSource = PayoutAccountRow['source'];

/** A customer and the vault that opens their account. Load it before the transaction begins (see crypto/vault.ts). */
export interface Owner {
  customerId: string;
  vault: CustomerVault;
}

type Sealed = Pick<AccountDetails, 'account' | 'holderName'>;
const placeOf = (id: string) => `payoutAccount|${id}`;

/** The account that payouts go to now. */
export const activeAccount = (db: Db | Tx, customerId: string): Promise<StoredAccount | undefined> =>
  db.selectFrom('payout_accounts').selectAll().where('customer_id', '=', customerId).where('retired_at', 'is', null).executeTakeFirst();

export const accountById = (db: Db | Tx, id: string): Promise<StoredAccount | undefined> =>
  db.selectFrom('payout_accounts').selectAll().where('id', '=', id).executeTakeFirst();

export function openAccount(vault: CustomerVault, row: StoredAccount): AccountDetails {
  const { account, holderName } = vault.open(placeOf(row.id), row.sealed) as Sealed;
  return { method: row.method, institution: row.institution, account, holderName };
}

/** The destination for the payout provider. Call it outside transactions. */
export async function destinationOf(deps: Pick<Deps, 'db' | 'settings'>, row: StoredAccount): Promise<PayoutDestination> {
  return openAccount(await vaultOf(deps.settings.keyring).of(deps.db, row.customer_id), row);
}

/** The account as its owner sees it, with a masked number. */
export const accountView = (vault: CustomerVault, row: StoredAccount): AccountView => ({
  method: row.method,
  institution: row.institution,
  masked: maskedNumber(openAccount(vault, row)),
});

/** Whether a stored account equals these details (V11), whatever the spelling of the number. */
export const isSameAccount = (deps: Pick<Deps, 'settings'>, row: Pick<StoredAccount, 'digest'>, details: AccountDetails): boolean =>
  numberIndex(deps.settings.keyring).lookup('account', identityOf(details)).includes(row.digest);

/**
 * Stores the account named in an application's answers. Keeps the active account if the answers name it.
 *
 * At a submission (`application`) the active account is also kept if the answers repeat the account last stored from them: the customer has
 * changed it since (`account.change`), and resubmitting the application must not undo that. After a bank refill (`refill`) the answers
 * always win, because the customer was asked for them again.
 *
 * @returns the account that is active now
 */
export async function rememberPayoutAccount(
  tx: Tx,
  deps: Deps,
  owner: Owner,
  answers: Answers,
  source: 'application' | 'refill',
): Promise<StoredAccount> {
  const details = accountIn(answers);
  if (!details) throw new Error('account: the answers are complete but name none');
  await lockOwner(tx, owner.customerId);
  const active = await activeAccount(tx, owner.customerId);
  if (active && isSameAccount(deps, active, details)) return active;
  if (active && source === 'application' && (await isLastStored(tx, deps, owner, details))) return active;
  return replaceAccount(tx, deps, owner, details, source);
}

/** Whether this is the account that was last stored from answers. */
async function isLastStored(tx: Tx, deps: Deps, { customerId }: Owner, details: AccountDetails): Promise<boolean> {
  const latest = await tx
    .selectFrom('payout_accounts')
    .select('digest')
    .where('customer_id', '=', customerId)
    .where('source', '!=', 'change')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return latest !== undefined && isSameAccount(deps, latest, details);
}

/**
 * Replaces the active account. An SMS notifies the customer, because somebody else may have made the change, and because loans agreed to in
 * advance go to the new account from now on. The caller holds the lock of `lockOwner`.
 */
export async function replaceAccount(
  tx: Tx,
  deps: Deps,
  { customerId, vault }: Owner,
  { account, holderName, method, institution }: AccountDetails,
  source: AccountSource,
): Promise<StoredAccount> {
  const now = deps.clock.now();
  const retired = await tx
    .updateTable('payout_accounts')
    .set({ retired_at: now })
    .where('customer_id', '=', customerId)
    .where('retired_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  const id = uuidV7(deps.clock, deps.random);
  const sealed = vault.seal(placeOf(id), { account, holderName } satisfies Sealed);
  const digest = numberIndex(deps.settings.keyring).digest('account', identityOf({ account, holderName, method, institution }));
  const values = { ending: account.slice(-4) };
  if (retired) await notify(tx, deps, customerId, 'accountChanged', values, { key: `account:${id}:changed` });
  return tx
    .insertInto('payout_accounts')
    .values({ id, customer_id: customerId, method, institution, sealed, digest, source, created_at: now, retired_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}
