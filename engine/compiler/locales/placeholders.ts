const placeholder = /\{\{-?\s*([A-Za-z0-9_.]+)[^}]*\}\}/g;

/** Returns the names of placeholders: `{{num}}` → num. Leaves out the format after a comma. */
export function placeholdersOf(text: string): ReadonlySet<string> {
  // A fast path: most texts have no placeholder, and each save checks all texts again.
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

/** Returns the formats in a text: `{{amount, money}}` → money. */
export function formatsOf(text: string): string[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(format)].map(([, name = '']) => name);
}

const plural = /_(zero|one|two|few|many|other)$/;

/** Strips the plural suffix from a key. */
export function stemOf(key: string): string {
  return key.replace(plural, '');
}

const value = /\{\{-?\s*([A-Za-z0-9_.]+)\s*(?:,\s*([^}]*?)\s*)?\}\}/g;

/** Returns the placeholders of a text with their formats; '' is none. */
export function valuesOf(text: string): { name: string; format: string }[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(value)].map(([, name = '', format = '']) => ({ name, format }));
}

/** The first braces of a text that do not belong to a placeholder. */
export function strayBrace(text: string): { brace: string; offset: number } | undefined {
  if (!text.includes('{') && !text.includes('}')) return undefined;
  for (const { 0: brace, index } of text.matchAll(/\{\{[^{}]*\}\}|[{}]+/g))
    if (!/^\{\{[^{}]*\}\}$/.test(brace)) return { brace, offset: index };
  return undefined;
}

export const brokenPlaceholder = ({ brace }: { brace: string }): string =>
  `"${brace}" has no counterpart. Write a placeholder as {{name}}.`;
