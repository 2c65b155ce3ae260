import type { Bundle, Values } from './text.tsx';

/** A text in pieces: words and, at every second place, the name of what stands between them. */
export type Template = readonly string[];

/*
 * Most texts are plain, and i18next looks each one up in eight ways and fills it in with four. Where a hundred problems come
 * into sight at once that was about 15 % of the script in one profile. What is plain is done here, all else is left to i18next.
 */

/**
 * A text whose placeholders are plain names, in pieces; undefined for one that asks for more: a format, a constant, another
 * text inside it. Those are i18next's.
 */
export function templateOf(text: string): Template | undefined {
  if (text.includes('$t(')) return undefined;
  const pieces = text.split(/\{\{(.*?)\}\}/s).map((piece, place) => (place % 2 === 1 ? piece.trim() : piece));
  return pieces.every((piece, place) => place % 2 === 0 || /^\w+$/.test(piece)) ? pieces : undefined;
}

/** What stands at a key of nested words: a text, more words, or nothing. */
export function wordAt(bundle: Bundle | undefined, key: string): string | Bundle | undefined {
  let inner: string | Bundle | undefined = bundle;
  for (const segment of key.split('.')) {
    if (typeof inner !== 'object' || !Object.hasOwn(inner, segment)) return undefined;
    inner = inner[segment];
  }
  return inner;
}

/** The text with its values; undefined when one of them is missing or has to be written by i18next. */
export function fill(template: Template, values: Values): string | undefined {
  let text = '';
  for (const [place, piece] of template.entries()) {
    const shown = place % 2 === 0 ? piece : values[piece];
    if (typeof shown !== 'string' && typeof shown !== 'number') return undefined;
    text += shown;
  }
  return text;
}

const plurals = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules;
}

/** The keys under which i18next finds the words for a number, in its order: `found_zero`, `found_one`, `found`. */
export function pluralKeys(keys: readonly string[], count: number, language: string): string[] {
  const form = pluralRules(language).select(count);
  return keys.flatMap((key) => [...(count === 0 ? [`${key}_zero`] : []), `${key}_${form}`, key]);
}
