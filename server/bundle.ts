import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run build` bundles the server into this folder (tools/serverBundle), because Node loads a few files faster than a thousand. */
const folder = new URL('../build/server/', import.meta.url);

/** The source files of the bundle with their stamps, written next to it. */
export type BundleManifest = Readonly<Record<string, string>>;

/** Identifies a file's content well enough to notice an edit, without reading it. */
export function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : 'absent';
}

/**
 * URL of an entry of the bundle, or undefined if there is none, if one of its files has changed since, or if the settings name a product in
 * another folder.
 *
 * @param entry its file name
 */
export function freshBundle(entry: string, { bundle = folder, env = process.env } = {}): string | undefined {
  const root = fileURLToPath(new URL('../../', bundle));
  const project = env['HAKBANG_PROJECT'];
  if (project !== undefined && resolve(project) !== resolve(root)) return undefined;
  try {
    const manifest = JSON.parse(readFileSync(new URL('manifest.json', bundle), 'utf8')) as BundleManifest;
    const isFresh = Object.entries(manifest).every(([path, stamp]) => stampOf(join(root, path)) === stamp);
    return isFresh ? new URL(entry, bundle).href : undefined;
  } catch {
    return undefined;
  }
}
