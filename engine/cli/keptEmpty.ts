import { readFileSync } from 'node:fs';
import type { KeptEmpty } from '../compiler/types.ts';
import { replaceFile } from './replaceFile.ts';

/** A few times what the largest configuration so far needs. Each takes 23 bytes, and every run reads the file. */
const mostKept = 20_000;

/**
 * Caches in a file which checks found nothing, so that the next run skips those with the same inputs. The file can be deleted at any time.
 * If it cannot be written, nothing is cached.
 *
 * @returns the cache, with `save`, which writes it and forgets the entries that were not used for the longest time
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
