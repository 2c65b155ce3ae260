import { describe, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import { blindIndex } from '../../../server/platform/crypto/blindIndex.ts';
import { keyringFrom } from '../../../server/platform/crypto/keyring.ts';
import { seal, unseal } from '../../../server/platform/crypto/seal.ts';

const key = randomBytes(32);
const base64Key = () => randomBytes(32).toString('base64');

describe('sealing', () => {
  test('opens sealed text only in its own place', () => {
    const sealed = seal(key, Buffer.from('1234 5678'), 'customer|flow|form');
    expect(unseal(key, sealed, 'customer|flow|form').toString()).toBe('1234 5678');
    expect(() => unseal(key, sealed, 'other|flow|form')).toThrow(/authenticate data|expected version/);
    expect(() => unseal(randomBytes(32), sealed, 'customer|flow|form')).toThrow(/authenticate data|expected version/);
  });

  test('notices any changed bit', () => {
    const sealed = seal(key, Buffer.from('secret'), 'here');
    for (let index = 0; index < sealed.length; index += 1) {
      const broken = Buffer.from(sealed);
      broken[index] = (broken[index] ?? 0) ^ 1;
      expect(() => unseal(key, broken, 'here'), `byte ${index}`).toThrow(/authenticate data|expected version/);
    }
    expect(() => unseal(key, sealed.subarray(0, 20), 'here')).toThrow(/authenticate data|expected version/);
  });

  test('seals the same text differently each time', () => {
    expect(seal(key, Buffer.from('x'), 'a').equals(seal(key, Buffer.from('x'), 'a'))).toBe(false);
  });
});

describe('key ring', () => {
  test('reads several keys, newest first, and refuses a short one without repeating it', () => {
    const [first, second] = [base64Key(), base64Key()];
    const ring = keyringFrom(`${first},${second}`);
    expect(ring.map(({ id }) => id)).toEqual([keyringFrom(first)[0].id, keyringFrom(second)[0].id]);
    expect(() => keyringFrom('c2hvcnQ=')).toThrow(/expected 32 bytes as base64, got 5/);
    expect(() => keyringFrom('')).toThrow(/MASTER_KEY/);
  });
});

describe('blind index', () => {
  const [oldKey, newKey] = [base64Key(), base64Key()];

  test('finds a value in any spelling, and only under its kind', () => {
    const index = blindIndex(keyringFrom(oldKey));
    expect(index.digest('idNumber', 'ab 12-34')).toBe(index.digest('idNumber', 'AB1234'));
    expect(index.digest('idNumber', 'AB1234')).not.toBe(index.digest('account', 'AB1234'));
    expect(index.digest('idNumber', 'AB1234')).not.toContain('AB1234');
  });

  test('finds rows made before a rotation', () => {
    const before = blindIndex(keyringFrom(oldKey)).digest('phone', '9171234567');
    const after = blindIndex(keyringFrom(`${newKey},${oldKey}`));
    expect(after.digest('phone', '9171234567')).not.toBe(before);
    expect(after.lookup('phone', '9171234567')).toContain(before);
  });
});
