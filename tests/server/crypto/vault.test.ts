import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyringFrom } from '../../../server/platform/crypto/keyring.ts';
import { createVault, rewrapDataKeys } from '../../../server/platform/crypto/vault.ts';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase } from '../support/testDatabase.ts';

const newKey = () => randomBytes(32).toString('base64');
const [first, second] = [newKey(), newKey()];
let connection: Connection;
beforeAll(async () => {
  connection = await createTestDatabase();
});
afterAll(() => connection.close());

describe('the vault of a customer', () => {
  test('opens sealed text only in its place and for its customer', async () => {
    const vault = createVault(keyringFrom(first));
    const [anna, ben] = await Promise.all([vault.of(connection.db, 'anna'), vault.of(connection.db, 'ben')]);
    const sealed = anna.seal('onboarding|bank', { account: '0012' });
    expect(anna.open('onboarding|bank', sealed)).toEqual({ account: '0012' });
    expect(() => anna.open('onboarding|identity', sealed)).toThrow(/authenticate data/);
    expect(() => ben.open('onboarding|bank', sealed)).toThrow(/authenticate data/);
    expect(anna.digest('same')).toBe(anna.digest('same'));
    expect(anna.digest('same')).not.toBe(ben.digest('same'));
  });

  test('many nodes that create a data key at once agree on one', async () => {
    const nodes = Array.from({ length: 8 }, () => createVault(keyringFrom(first)));
    const vaults = await Promise.all(nodes.map((node) => node.of(connection.db, 'carla')));
    const sealed = vaults.map((vault, index) => vault.seal('here', index));
    expect(sealed.map((value) => vaults[0]?.open('here', value))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('deleting the data key makes sealed data unreadable', async () => {
    const vault = createVault(keyringFrom(first));
    const sealed = (await vault.of(connection.db, 'dora')).seal('here', 'x');
    await connection.db.deleteFrom('data_keys').where('customer_id', '=', 'dora').execute();
    vault.forget('dora');
    const after = await vault.of(connection.db, 'dora');
    expect(() => after.open('here', sealed)).toThrow(/authenticate data/);
  });
});

describe('rotating the master key', () => {
  test('keeps everything readable, and the old key can be removed afterwards', async () => {
    const sealed = (await createVault(keyringFrom(first)).of(connection.db, 'eva')).seal('here', 'still here');
    const both = keyringFrom(`${second},${first}`);
    expect((await createVault(both).of(connection.db, 'eva')).open('here', sealed)).toBe('still here');
    await expect(createVault(keyringFrom(second)).of(connection.db, 'eva')).rejects.toThrow(/MASTER_KEY does not hold/);
    expect(await rewrapDataKeys(connection.db, both)).toBeGreaterThan(0);
    expect(await rewrapDataKeys(connection.db, both)).toBe(0);
    expect((await createVault(keyringFrom(second)).of(connection.db, 'eva')).open('here', sealed)).toBe('still here');
  });
});
