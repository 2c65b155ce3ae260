import { stemOf } from '../compiler/locales/placeholders.ts';
import { pointerTo } from '../compiler/project/document.ts';
import type { SourceFile } from '../compiler/types.ts';
import { isPlainObject } from '../form/empty.ts';
import { readJson } from '../merge/read.ts';

/** A text and its place. */
export interface PlacedText {
  text: string;
  path: string;
  pointer: string;
}

/** The texts of one language by key, in the order of its files. */
export type TextsOfLanguage = ReadonlyMap<string, PlacedText>;

const localePath = /^locales\/([^/]+)\/([^/]+?)(?:\/([^/]+))?\.json$/;

/**
 * Returns the language and the namespace of a file of texts; undefined for any other file. `under` is the key that contains all of its
 * texts.
 */
export function localeOf(path: string): { language: string; namespace: string; under?: string } | undefined {
  const [, language, namespace, under] = localePath.exec(path) ?? [];
  if (language === undefined || namespace === undefined) return undefined;
  return { language, namespace, ...(under !== undefined && { under }) };
}

/** Reads all texts by language. A file that is not valid JSON has none. */
export function readTexts(files: readonly SourceFile[]): ReadonlyMap<string, TextsOfLanguage> {
  const languages = new Map<string, Map<string, PlacedText>>();
  for (const { path, text } of files) {
    const locale = localeOf(path);
    const value = locale && readJson(text)?.value;
    if (!locale || !isPlainObject(value)) continue;
    const { $schema: _schema, ...words } = value;
    const texts = languages.get(locale.language) ?? new Map<string, PlacedText>();
    languages.set(locale.language, texts);
    const prefix = locale.under === undefined ? locale.namespace : `${locale.namespace}.${locale.under}`;
    collect(words, { path, key: prefix, pointer: '' }, texts);
  }
  return languages;
}

interface At {
  path: string;
  key: string;
  pointer: string;
}

function collect(words: Readonly<Record<string, unknown>>, at: At, into: Map<string, PlacedText>): void {
  for (const [name, value] of Object.entries(words)) {
    const [key, pointer] = [`${at.key}.${name}`, pointerTo(at.pointer, name)];
    if (typeof value === 'string') into.set(key, { text: value, path: at.path, pointer });
    else if (isPlainObject(value)) collect(value, { path: at.path, key, pointer }, into);
  }
}

/** Returns all texts of a key: one for each plural form. */
export function formsOf(texts: TextsOfLanguage | undefined, key: string): string[] {
  const stem = stemOf(key);
  const plain = texts?.get(stem)?.text;
  if (plain) return [plain];
  return pluralForms.flatMap((form) => texts?.get(`${stem}_${form}`)?.text || []);
}

export const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
