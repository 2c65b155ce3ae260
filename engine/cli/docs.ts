import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../docs/rules/', import.meta.url);

/** Returns the page of a rule from docs/rules, or undefined if the documentation is not installed. */
export function docsOfRule(code: string): string | undefined {
  const page = new URL(`${encodeURIComponent(code)}.md`, folder);
  return existsSync(page) ? readFileSync(page, 'utf8').trimEnd() : undefined;
}
