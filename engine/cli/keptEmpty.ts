import { readFileSync } from 'node:fs';
import type { KeptEmpty } from '../compiler/types.ts';
import { replaceFile } from './replaceFile.ts';

/**
 * Caches in a file which checks found nothing, so that the next run skips those with the same inputs. The file can be deleted at any time.
 * If it cannot be written, nothing is cached.
 *
 * @returns the cache, with `save`, which writes the entries that this run used or added
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
    save: () => replaceFile(file, [...used].join('\n')),
  };
}

function load(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
