import type { RuleCode } from '../../config/rules/index.ts';
import type { Suggestion } from '../../expression/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { LocaleFile } from '../project/project.ts';
import { stemOf } from './placeholders.ts';
import type { SourceDocument } from '../project/document.ts';
import { fileOf, flatten, type Language } from './words.ts';

/** A language with its texts by key, and by the stem of keys that have plural forms. */
export interface Catalogue {
  language: Language;
  texts: ReadonlyMap<string, string>;
  stems: ReadonlyMap<string, readonly string[]>;
  /** Keys of texts with placeholders: a small part of all. */
  filled: readonly string[];
}

export function catalogueOf(language: Language): Catalogue {
  const texts = flatten(language.words);
  const stems = new Map<string, string[]>();
  for (const key of texts.keys()) {
    const stem = stemOf(key);
    const keys = stems.get(stem);
    if (keys) keys.push(key);
    else stems.set(stem, [key]);
  }
  const filled = [...texts].flatMap(([key, text]) => (text.includes('{{') ? [key] : []));
  return { language, texts, stems, filled };
}

/** All words of a key, its plural forms included; without those that are empty. */
export function wordsFor(catalogue: Catalogue, key: string): string[] {
  const keys = catalogue.texts.has(key) ? [key] : (catalogue.stems.get(key) ?? []);
  return keys.flatMap((each) => catalogue.texts.get(each) || []);
}

/** Whether a key, or one of its plural forms, has words. */
export function hasWords({ texts, stems }: Catalogue, key: string): boolean {
  if (texts.has(key)) return texts.get(key) !== '';
  return stems.get(key)?.some((each) => texts.get(each) !== '') ?? false;
}

/** A finding at a text of a catalogue. */
export function at(catalogue: Catalogue, key: string, code: RuleCode, message: string, more: Partial<Finding> = {}): Located[] {
  const place = placeOf(catalogue, key);
  return place ? [{ document: place.document, finding: { code, pointer: place.pointer, message, ...more } }] : [];
}

/** Where a key stands, or where it would. */
export function placeOf({ language }: Catalogue, key: string): { document: SourceDocument; pointer: string } | undefined {
  const [namespace = '', ...rest] = key.split('.');
  const place = fileOf(language, namespace, rest);
  return place && { document: place.file.document, pointer: deepest(place.file, place.path) };
}

/** The pointer to the key, or to the innermost object on its way that exists. */
function deepest(file: LocaleFile, path: readonly string[]): string {
  let pointer = '';
  let value: unknown = file.value;
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) break;
    value = (value as Record<string, unknown>)[part];
    pointer += `/${part}`;
  }
  return pointer;
}

/** A replacement of a name within a longer text, by what stands around the name there. */
export function inText({ fix, instead }: Suggestion, around: (name: string) => string): Suggestion {
  if (fix === undefined || instead === undefined) return fix === undefined ? {} : { fix };
  return { fix, instead: { was: around(instead.was), is: around(instead.is) } };
}
