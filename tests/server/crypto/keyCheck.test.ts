import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyringFrom, type Keyring } from '../../../server/platform/crypto/keyring.ts';
import { areas } from '../../../server/areas.ts';
import { keyIdsOf } from '../../../server/platform/area.ts';
import { createVault, rewrapDataKeys } from '../../../server/platform/crypto/vault.ts';
import type { Db } from '../../../server/platform/db/database.ts';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { checkKeyring } from '../../../server/platform/crypto/keyCheck.ts';
import { createTestDatabase } from '../support/testDatabase.ts';
import { phoneVault, readPhone } from '../../../server/platform/customer/phone.ts';

const newKey = () => randomBytes(32).toString('base64');
const [right, wrong, next] = [newKey(), newKey(), newKey()];
const keyIds = keyIdsOf(areas);
let connection: Connection;
beforeEach(async () => void (connection = await createTestDatabase()));
afterEach(() => connection.close());

const start = (...keys: string[]) => checkKeyring(connection.db, keyringFrom(keys.join(',')), keyIds);
const recorded = () => connection.db.selectFrom('installation').select('value').where('name', '=', 'masterKey').executeTakeFirst();

/** A registered customer, as left by versions without the check value. */
async function register(keyring: Keyring, id: string, national: string): Promise<void> {
  const phone = readPhone(national, 'PH');
  if (!phone) throw new Error(`${national} is no number`);
  const vault = phoneVault(keyring);
  await connection.db
    .insertInto('customers')
    .values({ id, phone_digest: vault.digest(phone), phone_sealed: vault.seal(phone), language: 'en', created_at: new Date() })
    .execute();
  await createVault(keyring).of(connection.db, id);
}

describe('a node with another master key', () => {
  test('refuses to start on a database with another key, even without customers', async () => {
    await start(right);
    await expect(start(wrong)).rejects.toThrow(/^MASTER_KEY is not the key of this database/);
    await start(right);
  });

  test('refuses a key with a forged fingerprint', async () => {
    await start(right);
    const [{ id }] = keyringFrom(right);
    const [{ key }] = keyringFrom(wrong);
    await expect(checkKeyring(connection.db, [{ id, key }], keyIds)).rejects.toThrow('MASTER_KEY is not the key of this database');
  });

  test('of two nodes that start on a new database with different keys one refuses; with the same key both start', async () => {
    const results = await Promise.allSettled([start(right), start(wrong)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const value = await recorded();
    const winner = results[0]?.status === 'fulfilled' ? right : wrong;
    await Promise.all([start(winner), start(winner), start(winner)]);
    expect(await recorded()).toEqual(value);
  });
});

describe('a database of an earlier version', () => {
  test('gets its check value from the first node that can open an existing row, never from a wrong key', async () => {
    await register(keyringFrom(right), 'anna', '9171234567');
    await expect(start(wrong)).rejects.toThrow('MASTER_KEY is not the key of this database');
    expect(await recorded()).toBeUndefined();
    await start(right);
    expect(await recorded()).toMatchObject({ value: expect.any(String) });
    await expect(start(wrong)).rejects.toThrow('MASTER_KEY is not the key of this database');
  });

  test('opens only with its own key even if a customer has a number but no data key', async () => {
    await register(keyringFrom(right), 'anna', '9171234567');
    await connection.db.deleteFrom('data_keys').execute();
    await expect(start(wrong)).rejects.toThrow('MASTER_KEY is not the key of this database');
    await start(right);
  });
});

describe('rotating the master key', () => {
  test('records a new first key; then a node without it refuses to start, and one with both starts', async () => {
    await start(right);
    await start(next, right);
    await expect(start(right)).rejects.toThrow('MASTER_KEY is not the key of this database');
    await start(right, next);
    await start(next, right);
  });

  test('the old key may go only when no row needs it any more', async () => {
    await start(right);
    await register(keyringFrom(right), 'anna', '9171234567');
    await start(next, right);
    await expect(start(next)).rejects.toThrow(/^MASTER_KEY lacks a key that stored rows still need: [0-9a-f]{8}/);
    await rewrapDataKeys(connection.db, keyringFrom(`${next},${right}`));
    await expect(start(next)).rejects.toThrow('still need');
    await connection.db
      .updateTable('customers')
      .set({ phone_digest: 'deleted:anna', phone_sealed: Buffer.alloc(0) })
      .execute();
    await start(next);
  });

  const now = new Date();
  const digests: Record<string, (db: Db, digest: string) => Promise<unknown>> = {
    submitted_numbers: (db, digest) =>
      db.insertInto('submitted_numbers').values({ customer_id: 'anna', kind: 'idNumber', digest }).execute(),
    payout_accounts: (db, digest) =>
      db
        .insertInto('payout_accounts')
        .values({ id: 'a', customer_id: 'anna', method: 'bank', institution: 'b', sealed: '', digest, source: 'change', created_at: now })
        .execute(),
    social_links: (db, digest) =>
      db
        .insertInto('social_links')
        .values({ id: 's', customer_id: 'anna', provider: 'p', account_digest: digest, linked_at: now })
        .execute(),
    person_rewards: (db, digest) => db.insertInto('person_rewards').values({ reward: 'r', digest, known_on: '2026-03-10' }).execute(),
  };
  test.each(Object.keys(digests))('a digest in %s keeps the key that made it needed', async (table) => {
    await start(right);
    await start(next, right);
    await register(keyringFrom(next), 'anna', '9171234567');
    await start(next);
    await digests[table]?.(connection.db, `${keyringFrom(right)[0].id}.abc`);
    await expect(start(next)).rejects.toThrow(`still need: ${keyringFrom(right)[0].id}`);
  });
});
