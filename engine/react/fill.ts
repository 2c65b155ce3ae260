import { valueAt } from '../config/fillText.ts';
import type { Bundle, Values } from './text.tsx';

/** What stands between double braces: the path of a value and, after a comma, the format it is written in. */
interface Placeholder {
  /** As it stands in the text, braces and all. */
  written: string;
  path: string;
  format: string | undefined;
}

/** A text in pieces: words and, at every second place, what stands between them. */
export type Template = readonly (string | Placeholder)[];

const placeholder = /^([\w.]+)(?:\s*,\s*(\w+))?$/;

/** A text in pieces; undefined for one that asks for more than values and their formats, e.g. another text inside it: `$t(common.next)`. */
export function templateOf(text: string): Template | undefined {
  if (text.includes('$t(')) return undefined;
  const pieces: (string | Placeholder)[] = [];
  for (const [place, piece] of text.split(/\{\{(.*?)\}\}/s).entries()) {
    const [, path, format] = (place % 2 === 1 && placeholder.exec(piece.trim())) || [];
    if (place % 2 === 1 && path === undefined) return undefined;
    pieces.push(path === undefined ? piece : { written: `{{${piece}}}`, path, format });
  }
  return pieces;
}

/** The text with its values, each written in its format. As in i18next, one that is `undefined` leaves nothing behind, and one that was never given its placeholder. */
export function fill(template: Template, values: Values, write: (format: string, value: unknown) => string): string {
  let text = '';
  for (const piece of template) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    const value = valueAt(values, piece.path);
    if (value === undefined) text += Object.hasOwn(values, piece.path) ? '' : piece.written;
    // oxlint-disable-next-line typescript/no-base-to-string -- as i18next writes what is neither text nor number
    else if (value !== null) text += piece.format === undefined ? String(value) : write(piece.format, value);
  }
  return text;
}

/** Words with more words: nested keys are merged, a key given again is replaced. */
export function merged(words: Bundle, more: Bundle): Bundle {
  const all: Bundle = { ...words };
  for (const [key, word] of Object.entries(more)) {
    const known = all[key];
    all[key] = typeof known === 'object' && typeof word === 'object' ? merged(known, word) : word;
  }
  return all;
}

const plurals = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules;
}

/** The keys that may hold the words for a number, in i18next's order: `found_zero`, `found_one`, `found`, `found_other`. */
export function pluralKeys(keys: readonly string[], count: number, language: string): string[] {
  const form = pluralRules(language).select(count);
  return keys.flatMap((key) => [...(count === 0 ? [`${key}_zero`] : []), `${key}_${form}`, key, `${key}_other`]);
}
