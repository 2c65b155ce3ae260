import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './database.ts';
import { InstallationError, withFact } from './installation.ts';

/** A file that identifies the photo folder. */
export interface FolderMarker {
  file: string;
  id: string;
}

const file = '.hakbang-folder';

/**
 * Verifies that this node uses the same photo folder as the other nodes of its database. The first node writes a marker and records it. A
 * later node that finds no marker or a different one does not start.
 */
export function recognisePhotoFolder(db: Db, folder: string): Promise<FolderMarker> {
  return withFact(db, 'photoFolder', async (recorded, record) => {
    try {
      const found = await readMarker(folder);
      if (recorded === undefined) {
        const id = found ?? (await mark(folder));
        await record(id);
        return { file, id };
      }
      if (found !== recorded) throw otherFolder(folder, found, recorded);
      return { file, id: recorded };
    } catch (error) {
      if (error instanceof InstallationError) throw error;
      throw new InstallationError(`The photo folder ${folder} cannot be used (${(error as Error).message}).`);
    }
  });
}

const readMarker = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, file), 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );

async function mark(folder: string): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, file), id, { mode: 0o600 });
  return id;
}

const otherFolder = (folder: string, found: string | undefined, recorded: string) =>
  new InstallationError(
    `${found === undefined ? `The photo folder ${folder} has no ${file}, so it` : `The photo folder ${folder}`} is not the folder with this database's photos. ` +
      `Set DATA_DIR to that folder, or mount it there. If you moved the photos by hand, write ${recorded} to ${join(folder, file)}.`,
  );
