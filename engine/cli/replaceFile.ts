import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a cache file atomically: writes a temporary file and renames it, so that a parallel run never reads half a file. On a read-only
 * file system, as in a container, writes nothing.
 */
export function replaceFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch {
    // The next run does the work again.
  }
}
