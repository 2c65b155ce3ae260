import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rotateKeys } from '../../../server/platform/cli/keys.ts';
import { checkKeyring } from '../../../server/platform/crypto/keyCheck.ts';
import { keyringFrom } from '../../../server/platform/crypto/keyring.ts';
import { areas } from '../../../server/areas.ts';
import { keyIdsOf } from '../../../server/platform/area.ts';
import { createVault } from '../../../server/platform/crypto/vault.ts';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase } from '../support/testDatabase.ts';
import { openSecret, sealSecret } from '../../../server/platform/staff/people.ts';

const ring = (...keys: string[]) => keyringFrom(keys.join(','));
const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const [oldRing, bothOldFirst, rotated, newRing] = [ring(oldKey), ring(oldKey, newKey), ring(newKey, oldKey), ring(newKey)];
const [oldId, newId] = [oldRing[0].id, newRing[0].id];
const people = ['anna', 'ben', 'carla', 'dora', 'eva'];

const keyIds = keyIdsOf(areas);
let connection: Connection;
let sealed: Record<string, string>;
beforeEach(async () => {
  connection = await createTestDatabase();
  await checkKeyring(connection.db, oldRing, keyIds);
  const vault = createVault(oldRing);
  sealed = {};
  for (const id of people) sealed[id] = (await vault.of(connection.db, id)).seal('here', `of ${id}`);
});
afterEach(() => connection.close());

const wrappedBy = async () => {
  const rows = await connection.db.selectFrom('data_keys').select('master_key_id').execute();
  return { old: rows.filter((row) => row.master_key_id === oldId).length, new: rows.filter((row) => row.master_key_id === newId).length };
};
const recordedKey = async () => {
  const row = await connection.db.selectFrom('installation').select('value').where('name', '=', 'masterKey').executeTakeFirstOrThrow();
  return row.value.split('.')[0];
};
async function readAll(keyring: ReturnType<typeof ring>): Promise<unknown[]> {
  const vault = createVault(keyring);
  return Promise.all(people.map(async (id) => (await vault.of(connection.db, id)).open('here', sealed[id] ?? '')));
}
const everything = people.map((id) => `of ${id}`);

/** Stops after the first batch of two, like a killed process. */
async function interrupt(): Promise<void> {
  const onBatch = () => {
    throw new Error('killed');
  };
  await expect(rotateKeys(connection.db, rotated, keyIdsOf(areas), { batchSize: 2, onBatch })).rejects.toThrow('killed');
}

test('a rotation rewraps every data key in batches, then the old key may go', async () => {
  const counts: number[] = [];
  const done = await rotateKeys(connection.db, rotated, keyIdsOf(areas), { batchSize: 2, onBatch: (count) => counts.push(count) });
  expect(done).toEqual({ dataKeys: 5, secrets: 0, needed: [] });
  expect(counts).toEqual([2, 4, 5]);
  expect(await recordedKey()).toBe(newId);
  await checkKeyring(connection.db, newRing, keyIds);
  expect(await readAll(newRing)).toEqual(everything);
});

test('an interrupted rotation keeps its progress, and the next run completes it and writes the check value last', async () => {
  await interrupt();
  expect(await wrappedBy()).toEqual({ old: 3, new: 2 });
  expect(await recordedKey()).toBe(oldId);
  expect(await rotateKeys(connection.db, rotated, keyIdsOf(areas), { batchSize: 2 })).toMatchObject({ dataKeys: 3, needed: [] });
  expect(await wrappedBy()).toEqual({ old: 0, new: 5 });
  expect(await recordedKey()).toBe(newId);
  expect(await readAll(newRing)).toEqual(everything);
});

test('halfway, a node with both keys serves in either order, and one that lacks a key refuses to start', async () => {
  await interrupt();
  expect(await readAll(bothOldFirst)).toEqual(everything);
  expect(await readAll(rotated)).toEqual(everything);
  await checkKeyring(connection.db, bothOldFirst, keyIds);
  await expect(checkKeyring(connection.db, oldRing, keyIds)).rejects.toThrow(
    `MASTER_KEY lacks a key that stored rows still need: ${newId}.`,
  );
  await expect(checkKeyring(connection.db, newRing, keyIds)).rejects.toThrow(`stored data needs key ${oldId}`);
});

test('reports a data key that a node made with the old key meanwhile, and the next run rewraps it', async () => {
  const late = async () => void (await createVault(bothOldFirst).of(connection.db, 'fe'));
  await rotateKeys(connection.db, rotated, keyIdsOf(areas), {});
  await late();
  await expect(checkKeyring(connection.db, newRing, keyIds)).rejects.toThrow(`still need: ${oldId}`);
  expect(await rotateKeys(connection.db, rotated, keyIdsOf(areas), {})).toMatchObject({ dataKeys: 1, needed: [] });
});

test('a second factor of staff opens with the new key alone afterwards', async () => {
  const secret = randomBytes(20);
  const person = { id: 'p1', name: 'ana', role: 'admin' as const, password_hash: 'x', created_by: 'test', created_at: new Date(0) };
  await connection.db
    .insertInto('staff')
    .values({ ...person, totp_sealed: sealSecret(oldRing, 'p1', secret) })
    .execute();
  expect(await rotateKeys(connection.db, rotated, keyIdsOf(areas), {})).toMatchObject({ secrets: 1 });
  const row = await connection.db.selectFrom('staff').select(['id', 'totp_sealed']).executeTakeFirstOrThrow();
  expect(openSecret(newRing, { id: row.id, totp_sealed: row.totp_sealed ?? new Uint8Array() })).toEqual(secret);
  expect(await rotateKeys(connection.db, rotated, keyIdsOf(areas), {})).toMatchObject({ dataKeys: 0, secrets: 0 });
});

test('a key ring of another database rewraps nothing', async () => {
  const foreign = ring(newKey, randomBytes(32).toString('base64'));
  await expect(rotateKeys(connection.db, foreign, keyIdsOf(areas), {})).rejects.toThrow('MASTER_KEY is not the key of this database');
  expect(await wrappedBy()).toEqual({ old: 5, new: 0 });
});
