import { basename } from 'node:path';

/** Replaces server/platform/codeFile.ts: all entries of the bundle are in one folder. */
export const codeFile = (path: string): URL => new URL(`${basename(path)}.js`, import.meta.url);
