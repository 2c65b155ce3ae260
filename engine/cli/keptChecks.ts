import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, SourceFile } from '../compiler/types.ts';
import { replaceFile } from './replaceFile.ts';

export interface KeptChecks {
  get(files: readonly SourceFile[]): Diagnostic[] | undefined;
  add(files: readonly SourceFile[], found: Diagnostic[]): void;
  /** The cache file for parts of checks that found nothing (keptEmpty.ts). */
  emptyFile: string;
}

const mostKept = 24;
/** Larger results belong to a broken configuration, which is about to change. */
const mostFindings = 500;

/**
 * Caches check findings, one file per configuration hash. The folder can be deleted at any time. If it cannot be written, nothing is
 * cached.
 *
 * @param version identifies the checking code and everything else that a result depends on, except the files
 */
export function keptChecks(folder: string, version: string): KeptChecks {
  const emptyFile = join(folder, `${createHash('sha256').update(version).digest('hex')}.txt`);
  const keyOf = (files: readonly SourceFile[]): string => {
    const hash = createHash('sha256').update(version);
    // The lengths delimit the parts, so different files never hash the same text.
    for (const { path, text } of files) hash.update(`\n${path.length} ${text.length}\n`).update(path).update(text);
    return hash.digest('hex');
  };
  const fileOf = (files: readonly SourceFile[]) => join(folder, `${keyOf(files)}.json`);
  return {
    emptyFile,
    get(files) {
      const file = fileOf(files);
      const found = load(file);
      if (found) touch(file);
      return found;
    },
    add(files, found) {
      if (found.length > mostFindings) return;
      replaceFile(fileOf(files), JSON.stringify(found));
      forgetOldest(folder);
    },
  };
}

/**
 * Returns the cached findings for these files, or runs the checks.
 *
 * @param isCertain whether another run would find the same; only such findings are cached
 */
export async function checkKept(
  files: readonly SourceFile[],
  kept: KeptChecks | undefined,
  check: (files: readonly SourceFile[]) => Promise<Diagnostic[]>,
  isCertain: () => boolean = () => true,
): Promise<Diagnostic[]> {
  const known = kept?.get(files);
  if (known) return known;
  const fresh = await check(files);
  if (isCertain()) kept?.add(files, fresh);
  return fresh;
}

function load(file: string): Diagnostic[] | undefined {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Diagnostic[] | null;
    return Array.isArray(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Updates the file's time, because eviction removes the least recently used files. */
function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder is read-only, so nothing is evicted from it either.
  }
}

function forgetOldest(folder: string): void {
  try {
    const byAge = readdirSync(folder)
      .map((name) => ({ file: join(folder, name), usedAt: statSync(join(folder, name)).mtimeMs }))
      .toSorted((a, b) => b.usedAt - a.usedAt);
    for (const { file } of byAge.slice(mostKept)) rmSync(file, { force: true });
  } catch {
    // A parallel run has already deleted the file.
  }
}
