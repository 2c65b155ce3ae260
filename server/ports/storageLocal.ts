import { mkdir, readFile, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { ProviderError } from './providerError.ts';
import { assertKey, type StoragePort } from './storage.ts';
import { errorCode } from '../platform/errorCode.ts';

export interface LocalStorageOptions {
  /** Marker of the folder that was verified at startup. If it is gone, the folder is no longer mounted. */
  marker?: { file: string; id: string };
  /** With less free disk space, the node is not ready. */
  minFreeBytes?: number;
}

/** Room for some photos, and for an orderly shutdown of an embedded database on the same disk. */
const defaultMinFreeBytes = 64 * 1024 * 1024;

const isMissing = (error: unknown) => errorCode(error) === 'ENOENT';

/** A full disk or an unavailable folder is not the borrower's fault and may be temporary. */
const unavailable = (error: unknown): ProviderError =>
  new ProviderError('unavailable', `storage: the folder cannot be used (${errorCode(error) ?? 'unknown'})`);

/** Stores files in a folder, two levels deep. Writes are atomic (a temporary name, then a rename). */
export function localStorage(folder: string, options: LocalStorageOptions = {}): StoragePort {
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
      await assertMarker(folder, options.marker);
      try {
        await Promise.all([mkdir(dirname(path), { recursive: true }), mkdir(temporary, { recursive: true })]);
        await writeFile(draft, bytes, { mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined);
        throw unavailable(error);
      }
    },
    async get(key) {
      return readFile(pathOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw unavailable(error);
      });
    },
    delete: async (key) =>
      rm(pathOf(key), { force: true }).catch((error: unknown) => {
        throw unavailable(error);
      }),
    check: shared(async () => {
      await assertMarker(folder, options.marker);
      await assertWritable(temporary, options.minFreeBytes ?? defaultMinFreeBytes);
    }),
  };
}

async function assertMarker(folder: string, marker: LocalStorageOptions['marker']): Promise<void> {
  if (!marker) return;
  const found = await readFile(join(folder, marker.file), 'utf8').catch(() => '');
  if (found.trim() !== marker.id) throw new ProviderError('unavailable', 'storage: the folder has changed since startup');
}

async function assertWritable(temporary: string, minFreeBytes: number): Promise<void> {
  const probe = join(temporary, randomUUID());
  try {
    await mkdir(temporary, { recursive: true });
    await writeFile(probe, 'probe', { mode: 0o600 });
    await rm(probe, { force: true });
  } catch (error) {
    throw unavailable(error);
  }
  const { bavail, bsize } = await statfs(temporary);
  if (bavail * bsize < minFreeBytes) throw new ProviderError('unavailable', 'storage: the disk is nearly full');
}

/** Concurrent readiness checks share one disk check, because the endpoint is public. */
function shared(look: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= look().finally(() => (running = undefined)));
}

/** Removes incomplete files left by a crash. */
async function cleanTemporaryFiles(folder: string): Promise<void> {
  const temporary = join(folder, 'tmp');
  const names = await readdir(temporary).catch(() => []);
  await Promise.all(names.map((name) => rm(join(temporary, name), { force: true }).catch(() => undefined)));
}
