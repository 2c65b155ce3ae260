import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SourceFile } from '../../../engine/compiler/types.ts';

/** The folders that hold a product's configuration. */
export const configFolders = ['schemas', 'flows', 'locales'] as const;

/** Generated from code, for editors; not part of the configuration. */
const generated = 'schemas/meta/';

const isConfiguration = (path: string) => /\.(json|md)$/.test(path) && !path.startsWith(generated);

/** Reads the configuration below a folder, sorted by path so that equal files give an equal release. */
export async function readConfigFiles(root: string): Promise<SourceFile[]> {
  const paths = (await Promise.all(configFolders.map((folder) => filesBelow(root, folder)))).flat().filter(isConfiguration).toSorted();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => `${relativeTo(root, entry.parentPath)}/${entry.name}`);
}

const relativeTo = (root: string, path: string) => path.slice(join(root, '/').length).replaceAll('\\', '/');

/** Makes the configuration below a folder equal to these files: writes them, removes what is no longer there. */
export async function writeConfigFiles(root: string, files: readonly SourceFile[]): Promise<void> {
  const wanted = new Set(files.map(({ path }) => path));
  const present = await readConfigFiles(root);
  await Promise.all(present.filter(({ path }) => !wanted.has(path)).map(({ path }) => rm(join(root, path))));
  for (const { path, text } of files) {
    if (!isConfiguration(path) || path.includes('..')) throw new Error(`${path}: no configuration file`);
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
