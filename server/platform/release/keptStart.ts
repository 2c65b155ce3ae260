import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { replaceFile } from '../../../engine/cli/replaceFile.ts';
import type { SourceFile } from '../../../engine/compiler/types.ts';

/** Remembers which release the last start compiled from its files. */
export interface KeptStart {
  /** The release hash, if that start had the same files and the same code. */
  releaseOf: (files: readonly SourceFile[]) => string | undefined;
  keep: (files: readonly SourceFile[], release: string) => void;
}

/**
 * Stores it in a cache file, which can be deleted at any time.
 *
 * @param version identifies the compiler's code
 */
export function keptStart(file: string, version: string): KeptStart {
  const keyOf = (files: readonly SourceFile[]) =>
    createHash('sha256')
      .update(JSON.stringify([version, files]))
      .digest('hex');
  return {
    releaseOf(files) {
      const [key, release] = read(file).split(' ');
      return key === keyOf(files) ? release : undefined;
    },
    keep: (files, release) => replaceFile(file, `${keyOf(files)} ${release}`),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
