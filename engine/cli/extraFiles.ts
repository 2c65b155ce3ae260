import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Reads a file outside the configuration, or returns undefined if it does not exist. */
export function readExtraFile(root: string, path: string): string | undefined {
  const file = resolve(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

export function writeExtraFile(root: string, path: string, text: string): void {
  const file = resolve(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
