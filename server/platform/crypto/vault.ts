import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Db, Tx } from '../db/database.ts';
import { isDeletedCustomer } from '../db/deletedCustomer.ts';
import { derive, type Keyring, type MasterKey } from './keyring.ts';
import { seal, unseal } from './seal.ts';

/** Seals and opens what belongs to one customer, with that customer's data key. */
export interface CustomerVault {
  /** @param place what the value is part of, e.g. `onboarding|address`; it opens there only */
  seal(place: string, value: unknown): string;
  open(place: string, sealed: string): unknown;
  sealBytes(place: string, bytes: Uint8Array): Buffer;
  openBytes(place: string, sealed: Uint8Array): Buffer;
  /** Stands for a text without giving it away: equal texts of one customer have equal digests. */
  digest: (text: string) => string;
}

export interface Vault {
  /**
   * The vault of a customer; makes the data key when there is none and the customer is not deleted. Call it before a transaction
   * begins, never inside one: a key that is rolled back while it is cached would seal values that nobody can open.
   */
  of(db: Db, customerId: string): Promise<CustomerVault>;
  /** Drops the key from memory, after its row was deleted (crypto-shredding). */
  forget(customerId: string): void;
}

const dataKeyBytes = 32;
const maxCachedKeys = 20_000;
/** Other nodes notice within this time that a key was deleted. */
const cacheLifetimeMs = 60_000;

const wrapContext = (customerId: string) => `data key|${customerId}`;

/** A data key per customer, wrapped by a master key; each sealed value is bound to its customer and place. */
export function createVault(keyring: Keyring): Vault {
  const wrappingKeys = new Map(keyring.map((master) => [master.id, derive(master, 'data keys')]));
  const cached = new Map<string, { key: KeyObject; until: number }>();

  const unwrap = (row: { master_key_id: string; wrapped: Uint8Array }, customerId: string): Buffer => {
    const master = wrappingKeys.get(row.master_key_id);
    if (!master) throw new Error(`data key: wrapped by master key ${row.master_key_id}, which MASTER_KEY does not hold`);
    return unseal(master, row.wrapped, wrapContext(customerId));
  };

  async function dataKey(db: Db, customerId: string): Promise<KeyObject> {
    const known = cached.get(customerId);
    if (known && known.until > performance.now()) return known.key;
    // A key object is read by OpenSSL once, a buffer at each use (4 µs instead of 15 for a digest).
    const key = createSecretKey(unwrap((await readKey(db, customerId)) ?? (await makeKey(db, customerId, keyring)), customerId));
    if (cached.size >= maxCachedKeys) cached.delete(cached.keys().next().value ?? '');
    cached.set(customerId, { key, until: performance.now() + cacheLifetimeMs });
    return key;
  }

  return {
    of: async (db, customerId) => customerVault(await dataKey(db, customerId), customerId),
    forget: (customerId) => void cached.delete(customerId),
  };
}

const vaults = new WeakMap<Keyring, Vault>();

/** The vault of a key ring: one for the process, so that its cache of data keys is shared by all modules. */
export function vaultOf(keyring: Keyring): Vault {
  const known = vaults.get(keyring) ?? createVault(keyring);
  vaults.set(keyring, known);
  return known;
}

function customerVault(key: KeyObject, customerId: string): CustomerVault {
  const context = (place: string) => `${customerId}|${place}`;
  return {
    seal: (place, value) => seal(key, Buffer.from(JSON.stringify(value)), context(place)).toString('base64'),
    open: (place, sealed) => JSON.parse(unseal(key, Buffer.from(sealed, 'base64'), context(place)).toString()) as unknown,
    sealBytes: (place, bytes) => seal(key, bytes, context(place)),
    openBytes: (place, sealed) => unseal(key, sealed, context(place)),
    digest: (text) => createHmac('sha256', key).update(context('digest')).update(text).digest('base64url').slice(0, 22),
  };
}

const readKey = (db: Db, customerId: string) =>
  db.selectFrom('data_keys').select(['master_key_id', 'wrapped']).where('customer_id', '=', customerId).executeTakeFirst();

/** Two requests may both make a key; the database keeps the first, and both read that one. */
async function makeKey(db: Db, customerId: string, [master]: Keyring) {
  const wrapped = seal(derive(master, 'data keys'), randomBytes(dataKeyBytes), wrapContext(customerId));
  const made = { customer_id: customerId, master_key_id: master.id, wrapped };
  try {
    await db
      .insertInto('data_keys')
      .values(made)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if (!isDeletedCustomer(error)) throw error;
  }
  // A deleted customer has none for ever: this one opens nothing, and the database takes nothing that it sealed.
  return (await readKey(db, customerId)) ?? made;
}

/**
 * Wraps every data key with the newest master key; what the data keys seal stays as it is. Each batch is a transaction of its
 * own, so a run that was interrupted goes on where it stopped when it is started again.
 *
 * @returns how many were wrapped anew
 */
export async function rewrapDataKeys(
  db: Db,
  keyring: Keyring,
  { batchSize = 500, onBatch = (_count: number) => {} } = {},
): Promise<number> {
  const [newest, ...older] = keyring;
  const keys = new Map(older.map((master) => [master.id, derive(master, 'data keys')]));
  let count = 0;
  for (;;) {
    const rewrapped = await db.transaction().execute((tx) => rewrapBatch(tx, newest, keys, batchSize));
    if (rewrapped === 0) return count;
    count += rewrapped;
    onBatch(count);
  }
}

/** A row that was rewrapped is no longer among the next ones. */
async function rewrapBatch(tx: Tx, newest: MasterKey, keys: ReadonlyMap<string, Buffer>, batchSize: number): Promise<number> {
  const rows = await tx
    .selectFrom('data_keys')
    .selectAll()
    .where('master_key_id', 'in', ['', ...keys.keys()])
    .orderBy('customer_id')
    .limit(batchSize)
    .forUpdate()
    .execute();
  for (const { customer_id: id, master_key_id: from, wrapped } of rows) {
    const plain = unseal(keys.get(from) as Buffer, wrapped, wrapContext(id));
    await tx
      .updateTable('data_keys')
      .set({ master_key_id: newest.id, wrapped: seal(derive(newest, 'data keys'), plain, wrapContext(id)) })
      .where('customer_id', '=', id)
      .execute();
  }
  return rows.length;
}
