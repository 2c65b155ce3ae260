import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Replaces server/platform/codeVersion.ts: the manifest names every file of the bundle with its stamp. */
export const codeVersion = (): string =>
  createHash('sha256')
    .update(JSON.stringify(process.versions))
    .update(readFileSync(new URL('manifest.json', import.meta.url)))
    .digest('hex');
