import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './database.ts';
import { InstallationError, withFact } from './installation.ts';

/** A file in the photo folder that tells it from any other folder. */
export interface FolderMarker {
  file: string;
  id: string;
}

const file = '.hakbang-folder';

/**
 * Makes sure that this node sees the photo folder that the other nodes of its database use. The first node marks the folder and
 * records the mark; a later node that finds none, or another one, does not start.
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
    `${found === undefined ? `The photo folder ${folder} has no ${file}, so it` : `The photo folder ${folder}`} is another folder than the one that this database's photos lie in. ` +
      `Let DATA_DIR name it, or mount it there. If you have moved the photos by hand, write ${recorded} to ${join(folder, file)}.`,
  );
