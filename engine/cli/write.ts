import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { SourceFile } from '../compiler/types.ts';
import { projectConfigFile, readSources } from './sources.ts';

export interface WriteOptions {
  /** Removes all other files of the configuration. */
  replace?: boolean;
  /** Paths of files to delete. */
  remove?: readonly string[];
}

/** Writes files below a folder. */
export function writeSources(root: string, files: readonly SourceFile[], { replace = false, remove = [] }: WriteOptions = {}): void {
  for (const { path } of files) assertInside(path);
  if (replace) {
    const kept = new Set(files.map(({ path }) => path));
    for (const { path } of readSources(root)) if (!kept.has(path)) rmSync(join(root, path));
  }
  for (const path of remove) {
    assertInside(path);
    rmSync(join(root, path), { force: true });
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A stored release could contain any path, so it must not leave the folders of the configuration. */
function assertInside(path: string): void {
  const clean = normalize(path).replaceAll('\\', '/');
  if (path === projectConfigFile) return;
  if (isAbsolute(path) || !/^(schemas|flows|locales)\//.test(clean)) throw new Error(`${path} is not a path of a configuration`);
}
