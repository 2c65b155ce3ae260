import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SourceFile } from '../compiler/types.ts';

/** The folders of the configuration. They also contain the generated meta-schemas, which are not configuration. */
export const folders = ['schemas', 'flows', 'locales'];
const generated = 'schemas/meta/';

/** The severity settings, in the project's root. */
export const projectConfigFile = 'hakbang.config.json';

/** Files that editors and operating systems leave behind. */
const isLitter = (path: string) => /(^|\/)(\.[^/]*|Thumbs\.db|[^/]*~)$/.test(path);
const isSource = (path: string) => !isLitter(path) && !path.startsWith(generated);
/** The compiler reports other files, and needs no content for that. */
const isRead = (path: string) => /\.(json|md)$/.test(path);
const byPath = (a: SourceFile, b: SourceFile) => (a.path < b.path ? -1 : 1);

/**
 * Reads all files of a configuration in a stable order, with paths relative to the root. Returns none if the folders do not exist.
 *
 * @param root folder that contains schemas/, flows/ and locales/
 */
export function readSources(root: string): SourceFile[] {
  return [...folders, projectConfigFile].flatMap((path) => readAt(root, path)).sort(byPath);
}

/**
 * Reads the files at some paths again, so that one save costs one read. A deleted path removes its file, or all files of that
 * folder.
 *
 * @param paths relative to the root, with `/`
 */
export function readAgain(root: string, files: readonly SourceFile[], paths: readonly string[]): SourceFile[] {
  const isStale = ({ path }: SourceFile) => paths.some((stale) => path === stale || path.startsWith(`${stale}/`));
  // `paths` can name both a folder and a file in it.
  const fresh = new Map(paths.flatMap((path) => readAt(root, path)).map((file) => [file.path, file]));
  return [...files.filter((file) => !isStale(file)), ...fresh.values()].sort(byPath);
}

function readAt(root: string, path: string): SourceFile[] {
  const place = join(root, path);
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return [];
  const names = found.isDirectory() ? readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
  const paths = found.isDirectory()
    ? names.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    : [path];
  return paths.filter(isSource).map((each) => ({ path: each, text: isRead(each) ? readFileSync(join(root, each), 'utf8') : '' }));
}
