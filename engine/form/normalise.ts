import type { FieldUi } from '../config/formUi.ts';
import { isPlainObject } from './empty.ts';

/**
 * Turns typed text into the stored value, before validation. A form names normalisers in `ui:normalise`; they run in order. Except for
 * `noChinese`, a normaliser may only change formatting: any other mistake stays, and the field reports it.
 */
export interface Normaliser {
  name: string;
  title: string;
  /** Idempotent, so that it may run on every key press, paste and end of composition. */
  apply(text: string): string;
}

// Han in every block and extension, and what only Chinese text uses: its punctuation, Bopomofo, ideographic and full-width forms.
const chinese = /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303F\u31C0-\u31EF\uFE30-\uFE4F\uFF00-\uFFEF]/gu;

const spacesAndDashes = /[\s\p{Pd}−]/gu;

/**
 * Removes the separators of a number printed in groups (`1234-5678`, `N01-12-123456`). Keeps a leading separator other than a space,
 * because "-3" does not mean 3.
 */
export function withoutSeparators(text: string): string {
  const trimmed = text.trimStart();
  const first = trimmed.search(/[^\s\p{Pd}−]/u);
  return first < 0 ? trimmed : trimmed.slice(0, first).replace(/\s/g, '') + trimmed.slice(first).replace(spacesAndDashes, '');
}

/** `(02) 8555-0123` and `0917.123.4567` without what only helps reading. */
export const withoutPhoneSigns = (text: string): string => text.replace(/[\s()./\p{Pd}]/gu, '');

/** A number as one dials it at home: `+63 917…` and `0063 917…` become `0917…`. */
const dialled = (text: string): string => withoutPhoneSigns(text).replace(/^(?:\+|00)630*/, '0');

const list: readonly Normaliser[] = [
  { name: 'trim', title: 'No spaces at either end', apply: (text) => text.trim() },
  { name: 'noChinese', title: 'No Chinese characters', apply: (text) => text.replace(chinese, '') },
  { name: 'upperCase', title: 'Upper case', apply: (text) => text.toUpperCase() },
  { name: 'lowerCase', title: 'Lower case', apply: (text) => text.toLowerCase() },
  { name: 'collapseSpaces', title: 'One space at a time', apply: (text) => text.replace(/\s+/g, ' ') },
  { name: 'noSeparators', title: 'No spaces and hyphens within a number', apply: withoutSeparators },
  { name: 'dialled', title: 'Phone number as dialled (09XXXXXXXXX)', apply: dialled },
];

export const normalisers: Readonly<Record<string, Normaliser>> = Object.fromEntries(list.map((one) => [one.name, one]));

export const normaliserNames: readonly string[] = list.map(({ name }) => name);

/**
 * Applies the named normalisers in order; other values than text pass unchanged. `trim` and `collapseSpaces` at the very end
 * of a text would swallow the space between two words while they are typed: pass `typing` and they wait for the blur.
 */
export function normalise(names: readonly string[] | undefined, value: unknown, typing = false): unknown {
  if (typeof value !== 'string' || !names) return value;
  return names.filter((name) => !(typing && name === 'trim')).reduce((text, name) => normalisers[name]?.apply(text) ?? text, value);
}

/** An answer once its field is left: normalised, and completed where the layout says how. In a list, each input of each item. */
export function tidied(ui: FieldUi, value: unknown): unknown {
  const { items, 'ui:normalise': names, 'ui:complete': complete } = ui;
  if (items && Array.isArray(value)) return value.map((item: unknown) => tidiedItem(items, item));
  const text = normalise(names, value);
  const isShort = complete && typeof text === 'string' && text.length === complete.digits && /^\d+$/.test(text);
  return isShort ? complete.prefix + text : text;
}

function tidiedItem(items: Readonly<Record<string, FieldUi>>, item: unknown): unknown {
  if (!isPlainObject(item)) return item;
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, tidied(items[name] ?? {}, value)]));
}
