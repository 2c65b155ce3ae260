import type { FieldUi } from '../config/formUi.ts';
import { isPlainObject } from './empty.ts';

/**
 * Turns typed text into the stored value, before validation. A form names normalisers in `ui:normalise`; they run in order. Except for
 * `noChinese`, a normaliser may only change formatting: any other mistake stays, and the field reports it.
 */
export interface Normaliser {
  name: string;
  title: string;
  /** Idempotent, so it can run on every key press, paste and end of composition. */
  apply(text: string): string;
}

// All blocks of Han, and characters of Chinese text only: its punctuation, Bopomofo, ideographic and full-width forms.
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

/** Removes readability characters: `(02) 8555-0123` and `0917.123.4567`. */
export const withoutPhoneSigns = (text: string): string => text.replace(/[\s()./\p{Pd}]/gu, '');

/** Converts an international number to the domestic form: `+63 917…` and `0063 917…` become `0917…`. */
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
 * Applies the named normalisers in order and returns other values than text unchanged. With `typing`, `trim` and `collapseSpaces`
 * wait for the blur, because they would remove the space between two words as a person types.
 */
export function normalise(names: readonly string[] | undefined, value: unknown, typing = false): unknown {
  if (typeof value !== 'string' || !names) return value;
  return names.filter((name) => !(typing && name === 'trim')).reduce((text, name) => normalisers[name]?.apply(text) ?? text, value);
}

/** Normalises and completes an answer on blur, in each part of an object and each item of a list. Blank texts of a list are removed. */
export function tidied(ui: FieldUi, value: unknown): unknown {
  const { items = {}, 'ui:normalise': names, 'ui:complete': complete } = ui;
  if (Array.isArray(value)) return value.filter((item) => item !== '').map((item: unknown) => tidiedParts(items, item));
  if (isPlainObject(value)) return tidiedParts(items, value);
  const text = normalise(names, value);
  const isShort = complete && typeof text === 'string' && text.length === complete.digits && /^\d+$/.test(text);
  return isShort ? complete.prefix + text : text;
}

function tidiedParts(items: Readonly<Record<string, FieldUi>>, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidied(items[name] ?? {}, part)]));
}
