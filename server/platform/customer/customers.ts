import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { uuidV7 } from '../random.ts';
import { phoneVault, type PhoneNumber } from './phone.ts';
import type { CustomerRow } from './table.ts';

export interface Customer {
  id: string;
  phone: PhoneNumber;
  language: string;
}

export type StoredCustomer = Selectable<CustomerRow>;

/** Returns a customer by id. Throws for an unknown id, since ids come from sessions. */
export async function getCustomer(deps: Pick<Deps, 'db' | 'settings'>, id: string): Promise<Customer> {
  return customerFrom(deps, await readCustomer(deps.db, id));
}

export const readCustomer = (db: Db, id: string): Promise<StoredCustomer> =>
  db.selectFrom('customers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export async function isDeleted(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('customers').select('deleted_at').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.deleted_at !== null;
}

/** Builds a customer from a row that was already read. */
export const customerFrom = ({ settings }: Pick<Deps, 'settings'>, row: StoredCustomer): Customer => ({
  id: row.id,
  phone: phoneVault(settings.keyring).open(row.phone_sealed),
  language: row.language,
});

/** Returns the customer with this number. Registers one if there is none. */
export async function findOrRegister(
  deps: Deps,
  tx: Tx,
  phone: PhoneNumber,
  language: string | undefined,
): Promise<{ id: string; isNew: boolean }> {
  const vault = phoneVault(deps.settings.keyring);
  const known = await tx.selectFrom('customers').select('id').where('phone_digest', 'in', vault.lookup(phone)).executeTakeFirst();
  if (known) {
    // Both use the newest key, so that the oldest can be dropped eventually.
    const set = { phone_digest: vault.digest(phone), phone_sealed: vault.seal(phone), ...(language ? { language } : {}) };
    const renewed = await tx
      .updateTable('customers')
      .set(set)
      .where('id', '=', known.id)
      // If a concurrent deletion won, the number is free and this login registers a new account.
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (renewed) return { id: known.id, isNew: false };
  }
  const id = uuidV7(deps.clock, deps.random);
  await tx
    .insertInto('customers')
    .values({
      id,
      phone_digest: vault.digest(phone),
      phone_sealed: vault.seal(phone),
      language: language ?? defaultLanguage(deps),
      created_at: deps.clock.now(),
    })
    .execute();
  return { id, isNew: true };
}

/** Records that a customer accepted the current version of a document. Each version is recorded once. */
export async function recordAcceptance(
  deps: Deps,
  tx: Tx,
  accepted: { customerId: string; document: string; hash: string; language: string },
): Promise<void> {
  const { customerId, document, hash, language } = accepted;
  const known = await tx
    .selectFrom('consents')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('document', '=', document)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (known) return;
  const row = { id: uuidV7(deps.clock, deps.random), customer_id: customerId, document, hash, language, accepted_at: deps.clock.now() };
  await tx.insertInto('consents').values(row).execute();
}

/** Stores the campaign that brought a new customer (N03). */
export async function recordPromotion(deps: Deps, tx: Tx, customerId: string, data: Record<string, string>): Promise<void> {
  if (Object.keys(data).length === 0) return;
  await tx
    .insertInto('promotions')
    .values({ customer_id: customerId, data: json(data), captured_at: deps.clock.now() })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
}

export const defaultLanguage = (deps: Pick<Deps, 'releases'>): string => deps.releases.active().manifest.settings.languages.default;

/** Returns the language if it is offered. */
export function offeredLanguage(deps: Pick<Deps, 'releases'>, language: string | undefined): string | undefined {
  const { offered } = deps.releases.active().manifest.settings.languages;
  return offered.some(({ code }) => code === language) ? language : undefined;
}
