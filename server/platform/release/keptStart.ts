import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { keptEmpty } from '../../../engine/cli/keptEmpty.ts';
import { keptVerdicts } from '../../../engine/cli/keptVerdicts.ts';
import { replaceFile } from '../../../engine/cli/replaceFile.ts';
import type { KeptEmpty, KeptVerdicts, SourceFile } from '../../../engine/compiler/types.ts';

/** Cached check results of the last start with the same code, so that the next one checks only what changed. */
export interface StartChecks {
  empty: KeptEmpty & { save(): void };
  verdicts: KeptVerdicts;
}

/** Remembers which release the last start compiled from its files, and what its checks found. */
export interface KeptStart {
  checks: () => StartChecks;
  /** The release hash, if that start had the same files and the same code. */
  releaseOf: (files: readonly SourceFile[]) => string | undefined;
  keep: (files: readonly SourceFile[], release: string) => void;
}

/**
 * Stores it in cache files beginning with `file`, which can be deleted at any time.
 *
 * @param version identifies the compiler's code
 */
export function keptStart(file: string, version: string): KeptStart {
  const keyOf = (files: readonly SourceFile[]) =>
    createHash('sha256')
      .update(JSON.stringify([version, files]))
      .digest('hex');
  return {
    checks: () => ({ empty: emptyFor(version, `${file}.checks`), verdicts: keptVerdicts(`${file}.patterns`) }),
    releaseOf(files) {
      const [key, release] = read(file).split(' ');
      return key === keyOf(files) ? release : undefined;
    },
    keep: (files, release) => replaceFile(file, `${keyOf(files)} ${release}`),
  };
}

/** Other code may find something where this one found nothing, so the file also holds the version that wrote it. */
function emptyFor(version: string, file: string): StartChecks['empty'] {
  const kept = keptEmpty(file);
  if (kept.has(version)) return kept;
  rmSync(file, { force: true });
  const fresh = keptEmpty(file);
  fresh.add(version);
  return fresh;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
