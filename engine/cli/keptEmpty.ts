import { readFileSync } from 'node:fs';
import type { KeptEmpty } from '../compiler/types.ts';
import { replaceFile } from './replaceFile.ts';

/** Several times what the largest configuration so far needs. Each entry takes 23 bytes, and every run reads the file. */
const mostKept = 20_000;

/**
 * Remembers in a cache file which checks found nothing, so that the next run can skip them if their inputs are the same. The file can be
 * deleted at any time. If it cannot be written, nothing is cached.
 *
 * @returns the cache; its `save` writes the file and evicts the least recently used entries
 */
export function keptEmpty(file: string): KeptEmpty & { save(): void } {
  const before = new Set(load(file));
  const used = new Set<string>();
  return {
    has(digest) {
      const isKept = before.has(digest);
      if (isKept) used.add(digest);
      return isKept;
    },
    add: (digest) => void used.add(digest),
    save() {
      const unused = [...before].filter((digest) => !used.has(digest));
      replaceFile(file, [...unused, ...used].slice(-mostKept).join('\n'));
    },
  };
}

function load(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
