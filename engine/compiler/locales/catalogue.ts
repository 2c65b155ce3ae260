import { isPlainObject } from '../../form/empty.ts';
import type { RuleCode } from '../../config/rules/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { LocaleFile } from '../project/project.ts';
import { stemOf } from './placeholders.ts';
import type { SourceDocument } from '../project/document.ts';
import { fileOf, flatten, type Language } from './words.ts';

/** The texts of one language by key, and by stem for keys with plural forms. */
export interface Catalogue {
  language: Language;
  texts: ReadonlyMap<string, string>;
  stems: ReadonlyMap<string, readonly string[]>;
  /** The keys of texts with placeholders. */
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

/** Returns all non-empty texts of a key, including its plural forms. */
export function wordsFor(catalogue: Catalogue, key: string): string[] {
  const keys = catalogue.texts.has(key) ? [key] : (catalogue.stems.get(key) ?? []);
  return keys.flatMap((each) => catalogue.texts.get(each) || []);
}

export function hasWords({ texts, stems }: Catalogue, key: string): boolean {
  if (texts.has(key)) return texts.get(key) !== '';
  return stems.get(key)?.some((each) => texts.get(each) !== '') ?? false;
}

export function at(catalogue: Catalogue, key: string, code: RuleCode, message: string, more: Partial<Finding> = {}): Located[] {
  const place = placeOf(catalogue, key);
  return place ? [{ document: place.document, finding: { code, pointer: place.pointer, message, ...more } }] : [];
}

/** Returns the position of a key, or the position where it belongs. */
export function placeOf({ language }: Catalogue, key: string): { document: SourceDocument; pointer: string; isThere: boolean } | undefined {
  const [namespace = '', ...rest] = key.split('.');
  const place = fileOf(language, namespace, rest);
  if (!place) return undefined;
  const pointer = deepest(place.file, place.path);
  return { document: place.file.document, pointer, isThere: pointer === place.path.map((part) => `/${part}`).join('') };
}

/** Returns the pointer to the key, or to its innermost existing parent. */
function deepest(file: LocaleFile, path: readonly string[]): string {
  let pointer = '';
  let value: unknown = file.value;
  for (const part of path) {
    if (!isPlainObject(value) || !Object.hasOwn(value, part)) break;
    value = value[part];
    pointer += `/${part}`;
  }
  return pointer;
}
