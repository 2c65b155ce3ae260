import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { assertKey, type StoragePort } from './storage.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Files in a folder, two levels deep, written whole or not at all (a temporary name, then a rename). */
export function localStorage(folder: string): StoragePort {
  const temporary = join(folder, 'tmp');
  const cleaned = cleanTemporaryFiles(folder);
  const pathOf = (key: string) => {
    assertKey(key);
    return join(folder, key.slice(0, 2), key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const draft = join(temporary, randomUUID());
      await cleaned;
      await Promise.all([mkdir(dirname(path), { recursive: true }), mkdir(temporary, { recursive: true })]);
      try {
        await writeFile(draft, bytes, { mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      return readFile(pathOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

/** Removes half-written files that a crash left behind. */
async function cleanTemporaryFiles(folder: string): Promise<void> {
  const temporary = join(folder, 'tmp');
  const names = await readdir(temporary).catch(() => []);
  await Promise.all(names.map((name) => rm(join(temporary, name), { force: true })));
}
