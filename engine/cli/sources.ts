import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../compiler/types.ts';

/** The folders that hold configuration; generated meta-schemas stand among them but are none. */
export const folders = ['schemas', 'flows', 'locales'];
const generated = 'schemas/meta/';

/** How strictly the configuration is checked; it stands beside the folders. */
export const projectConfigFile = 'hakbang.config.json';

/**
 * All files of a configuration, with paths from the project's root, in a stable order; none where the folders are not there yet.
 *
 * @param root folder that holds schemas/, flows/ and locales/
 */
export function readSources(root: string): SourceFile[] {
  const found = folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(json|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(root.length).replaceAll('\\', '/').replace(/^\//, ''), text: readFileSync(path, 'utf8') }))
    .filter(({ path }) => !path.startsWith(generated))
    .concat(
      existsSync(join(root, projectConfigFile))
        ? [{ path: projectConfigFile, text: readFileSync(join(root, projectConfigFile), 'utf8') }]
        : [],
    );
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
