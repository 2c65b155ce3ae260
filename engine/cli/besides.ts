import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A file beside the configuration; undefined where there is none. */
export function readBeside(root: string, path: string): string | undefined {
  const file = resolve(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export function writeBeside(root: string, path: string, text: string): void {
  const file = resolve(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
