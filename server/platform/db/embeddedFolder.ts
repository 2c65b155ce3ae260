import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { engineGone } from './embeddedStream.ts';
import { type DirectoryLock, lockDirectory } from './lock.ts';
import { errorCode } from '../errorCode.ts';

/** The embedded database cannot be opened. The message says why and how to fix it. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** Locks the folder and opens its cluster. Creates a cluster only in a folder that never had one. */
export async function openEmbedded(directory: string): Promise<{ pglite: PGlite; lock: DirectoryLock }> {
  const lock = await lockDirectory(directory).catch((error: unknown) => {
    throw asUnusable(directory, error);
  });
  try {
    await assertNotEmptied(directory);
    const pglite = await PGlite.create(clusterIn(directory)).catch((error: unknown) => {
      throw damaged(directory, error);
    });
    await writeFile(madeMark(directory), '', { mode: 0o600 }).catch((error: unknown) => {
      throw asUnusable(directory, error);
    });
    return { pglite, lock };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const clusterIn = (directory: string) => join(directory, 'pg');
/** Survives the loss of the cluster, so that an emptied folder is not mistaken for a new one. */
const madeMark = (directory: string) => join(directory, 'made');

/** Without PG_VERSION the engine would create a new cluster over the remains of the old one. */
async function assertNotEmptied(directory: string): Promise<void> {
  const cluster = clusterIn(directory);
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  const files = await readdir(cluster).catch(() => []);
  if (files.length > 0 || existsSync(madeMark(directory))) throw damaged(directory, new Error('PG_VERSION is missing'));
}

/** PostgreSQL error classes 58 (system error) and XX (corruption), or an engine that stopped. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && (/^(58|XX)/.test(errorCode(error) ?? '') || error.message.includes(engineGone));

export const damaged = (directory: string, reason: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `The embedded database in ${directory} is damaged, or this user cannot read and write it (${messageOf(reason)}). ` +
      'Give this user access to the folder, or restore a backup. To start with an empty database, move the folder away.',
    { cause: reason },
  );

/** Wraps a system error in a readable message. Returns other errors unchanged. */
function asUnusable(directory: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new EmbeddedDatabaseError(
    `The embedded database cannot be stored in ${directory} (${error.message}). Make the folder writable for this user, free disk space, or set another DATA_DIR.`,
    { cause: error },
  );
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));
