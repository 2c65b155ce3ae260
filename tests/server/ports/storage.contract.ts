import { afterEach, beforeEach, describe, expect, test, type SuiteCollector } from 'vitest';
import type { StoragePort } from '../../../server/ports/storage.ts';

export interface StorageUnderTest {
  port: StoragePort;
  close(): Promise<void>;
}

const key = 'Az09_-Az09_-Az09';
const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31) % 256);

/** The contract of every file storage. Runs for the folder and for the object store. */
export const storageContract = (name: string, start: () => Promise<StorageUnderTest>): SuiteCollector =>
  describe(`${name} keeps the contract`, () => {
    let it: StorageUnderTest;
    beforeEach(async () => void (it = await start()));
    afterEach(() => it.close());

    test.each([0, 1, 2_000_000])('a file of %i bytes is returned unchanged', async (length) => {
      await it.port.put(key, bytes(length));
      const back = await it.port.get(key);
      expect(back && Buffer.from(back).equals(Buffer.from(bytes(length)))).toBe(true);
    });

    test('a file stored again is the newer one', async () => {
      await it.port.put(key, bytes(10));
      await it.port.put(key, bytes(5));
      expect(await it.port.get(key)).toHaveLength(5);
    });

    test('a missing file is undefined and can be deleted', async () => {
      expect(await it.port.get(key)).toBeUndefined();
      await it.port.delete(key);
      await it.port.put(key, bytes(3));
      await it.port.delete(key);
      expect(await it.port.get(key)).toBeUndefined();
    });

    test.each(['../etc/passwd', 'short', 'a/b/c/d/e/f', `${key}?acl`, 'ключключключ'])('the key %s is refused', async (bad) => {
      await expect(async () => it.port.put(bad, bytes(1))).rejects.toThrow('storage key');
      await expect(async () => it.port.get(bad)).rejects.toThrow('storage key');
      await expect(async () => it.port.delete(bad)).rejects.toThrow('storage key');
    });
  });
