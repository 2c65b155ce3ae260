import { valueAt } from '../config/valueAt.ts';
import type { Bundle, Values } from './text.tsx';

/** A placeholder: the path of a value and, after a comma, its format. */
interface Placeholder {
  /** The source text with its braces. */
  written: string;
  path: string;
  format: string | undefined;
}

/** A parsed text: literals and placeholders alternate. */
export type Template = readonly (string | Placeholder)[];

const placeholder = /^([\w.]+)(?:\s*,\s*(\w+))?$/;

/** Parses a text. Returns undefined if it needs more than values and formats, for example a nested text: `$t(common.next)`. */
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

/** Fills in the values with their formats. As in i18next, an `undefined` value leaves nothing, and a missing one leaves the placeholder. */
export function fill(template: Template, values: Values, write: (format: string, value: unknown) => string): string {
  let text = '';
  for (const piece of template) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    const value = valueAt(values, piece.path);
    if (value === undefined) text += Object.hasOwn(values, piece.path) ? '' : piece.written;
    // oxlint-disable-next-line typescript/no-base-to-string -- matches what i18next does with other types
    else if (value !== null) text += piece.format === undefined ? String(value) : write(piece.format, value);
  }
  return text;
}

/** Merges nested keys. A repeated key gets the new value. */
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

/** Returns the candidate keys for a number in i18next's order: `found_zero`, `found_one`, `found`, `found_other`. */
export function pluralKeys(keys: readonly string[], count: number, language: string): string[] {
  const form = pluralRules(language).select(count);
  return keys.flatMap((key) => [...(count === 0 ? [`${key}_zero`] : []), `${key}_${form}`, key, `${key}_other`]);
}
