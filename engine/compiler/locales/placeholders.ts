const placeholder = /\{\{-?\s*([A-Za-z0-9_.]+)[^}]*\}\}/g;

/** Names between double braces: `{{num}}` → num. Formatting after a comma is left out. */
export function placeholdersOf(text: string): ReadonlySet<string> {
  // Most texts have none, and nearly all are asked about again at the next save.
  if (!text.includes('{{')) return none;
  let names = known.get(text);
  if (!names) {
    if (known.size >= mostKnown) known.clear();
    known.set(text, (names = new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))));
  }
  return names;
}

const none: ReadonlySet<string> = new Set();
const known = new Map<string, ReadonlySet<string>>();
const mostKnown = 20_000;

const format = /\{\{[^},]*,\s*([^}]*?)\s*\}\}/g;

/** Formats that a text asks for: `{{amount, money}}` → money. */
export function formatsOf(text: string): string[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(format)].map(([, name = '']) => name);
}

/** i18next's plural suffixes (CLDR categories). */
const plural = /_(zero|one|two|few|many|other)$/;

/** A key without the suffix that says for which number it is. */
export function stemOf(key: string): string {
  return key.replace(plural, '');
}
