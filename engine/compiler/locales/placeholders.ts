const placeholder = /\{\{-?\s*([A-Za-z0-9_.]+)[^}]*\}\}/g;

/** Names between double braces: `{{num}}` → num. Formatting after a comma is left out. */
export function placeholdersOf(text: string): Set<string> {
  return new Set([...text.matchAll(placeholder)].map(([, name = '']) => name));
}

const format = /\{\{[^},]*,\s*([^}]*?)\s*\}\}/g;

/** Formats that a text asks for: `{{amount, money}}` → money. */
export function formatsOf(text: string): string[] {
  return [...text.matchAll(format)].map(([, name = '']) => name);
}

/** i18next's plural suffixes (CLDR categories). */
const plural = /_(zero|one|two|few|many|other)$/;

/** A key without the suffix that says for which number it is. */
export function stemOf(key: string): string {
  return key.replace(plural, '');
}
