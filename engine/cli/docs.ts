import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../docs/rules/', import.meta.url);

/** The page of a rule, as it stands in docs/rules; undefined where the documentation is not there. */
export function docsOfRule(code: string): string | undefined {
  const page = new URL(`${encodeURIComponent(code)}.md`, folder);
  return existsSync(page) ? readFileSync(page, 'utf8').trimEnd() : undefined;
}
