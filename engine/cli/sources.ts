import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SourceFile } from '../compiler/types.ts';

/** The folders that hold configuration; generated meta-schemas stand among them but are none. */
export const folders = ['schemas', 'flows', 'locales'];
const generated = 'schemas/meta/';

/** How strictly the configuration is checked; it stands beside the folders. */
export const projectConfigFile = 'hakbang.config.json';

const isSource = (path: string) => /\.(json|md)$/.test(path) && !path.startsWith(generated);
const byPath = (a: SourceFile, b: SourceFile) => (a.path < b.path ? -1 : 1);

/**
 * All files of a configuration, with paths from the project's root, in a stable order; none where the folders are not there yet.
 *
 * @param root folder that holds schemas/, flows/ and locales/
 */
export function readSources(root: string): SourceFile[] {
  return [...folders, projectConfigFile].flatMap((path) => readAt(root, path)).sort(byPath);
}

/**
 * The files with those at some paths read anew, so that one save among thousands costs one reading. A path that is gone takes
 * its file away, or all files of that folder.
 *
 * @param paths from the project's root, with `/`
 */
export function readAgain(root: string, files: readonly SourceFile[], paths: readonly string[]): SourceFile[] {
  const isStale = ({ path }: SourceFile) => paths.some((stale) => path === stale || path.startsWith(`${stale}/`));
  // A folder and a file in it may both be named.
  const fresh = new Map(paths.flatMap((path) => readAt(root, path)).map((file) => [file.path, file]));
  return [...files.filter((file) => !isStale(file)), ...fresh.values()].sort(byPath);
}

/** The file, or all files of the folder. */
function readAt(root: string, path: string): SourceFile[] {
  const place = join(root, path);
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return [];
  const names = found.isDirectory() ? readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
  const paths = found.isDirectory()
    ? names.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    : [path];
  return paths.filter(isSource).map((each) => ({ path: each, text: readFileSync(join(root, each), 'utf8') }));
}
