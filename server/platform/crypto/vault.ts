import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '../db/database.ts';
import { isDeletedCustomer } from '../db/deletedCustomer.ts';
import { derive, type Keyring, type MasterKey } from './keyring.ts';
import { seal, unseal } from './seal.ts';

/** Encrypts and decrypts one customer's values with that customer's data key. */
export interface CustomerVault {
  /** @param place where the value is stored, e.g. `onboarding|address`; it decrypts only there */
  seal(place: string, value: unknown): string;
  open(place: string, sealed: string): unknown;
  sealBytes(place: string, bytes: Uint8Array): Buffer;
  openBytes(place: string, sealed: Uint8Array): Buffer;
  /** Digest of a text that does not reveal it. Equal texts of one customer have equal digests. */
  digest: (text: string) => string;
}

export interface Vault {
  /**
   * Returns the vault of a customer. Creates the data key if there is none, unless the customer is deleted. Call it before a transaction,
   * never inside one: a cached key whose row was rolled back would seal values that nobody can decrypt.
   */
  of(db: Db, customerId: string): Promise<CustomerVault>;
  /** Drops the key from memory after its row was deleted (crypto-shredding). */
  forget(customerId: string): void;
}

const dataKeyBytes = 32;
const maxCachedKeys = 20_000;
/** Maximum delay before other nodes notice a deleted key. */
const cacheLifetimeMs = 60_000;

const wrapContext = (customerId: string) => `data key|${customerId}`;

/** One data key per customer, wrapped by a master key. Each sealed value is bound to its customer and place. */
export function createVault(keyring: Keyring): Vault {
  const wrappingKeys = new Map(keyring.map((master) => [master.id, derive(master, 'data keys')]));
  const cached = new LRUCache<string, KeyObject>({ max: maxCachedKeys, ttl: cacheLifetimeMs });

  const unwrap = (row: { master_key_id: string; wrapped: Uint8Array }, customerId: string): Buffer => {
    const master = wrappingKeys.get(row.master_key_id);
    if (!master) throw new Error(`data key: wrapped by master key ${row.master_key_id}, which MASTER_KEY does not hold`);
    return unseal(master, row.wrapped, wrapContext(customerId));
  };

  async function dataKey(db: Db, customerId: string): Promise<KeyObject> {
    const known = cached.get(customerId);
    if (known) return known;
    // OpenSSL parses a key object once, but a buffer at every use (4 µs instead of 15 per digest).
    const key = createSecretKey(unwrap((await readKey(db, customerId)) ?? (await makeKey(db, customerId, keyring)), customerId));
    cached.set(customerId, key);
    return key;
  }

  return {
    of: async (db, customerId) => customerVault(await dataKey(db, customerId), customerId),
    forget: (customerId) => void cached.delete(customerId),
  };
}

const vaults = new WeakMap<Keyring, Vault>();

/** Returns the process-wide vault of a key ring, so that all modules share one cache of data keys. */
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

/** Concurrent requests may both create a key. The database keeps the first, and both use it. */
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
  // A deleted customer never gets a key. This one decrypts nothing, and the database stores nothing sealed with it.
  return (await readKey(db, customerId)) ?? made;
}

/**
 * Rewraps every data key with the newest master key. Values sealed by data keys do not change. Each batch is its own transaction, so an
 * interrupted run continues where it stopped.
 *
 * @returns how many keys were rewrapped
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

/** Rewraps the next batch. The query skips rows that already use the newest key. */
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
