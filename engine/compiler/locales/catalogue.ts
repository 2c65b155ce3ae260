import { isPlainObject } from '../../form/empty.ts';
import type { RuleCode } from '../../config/rules/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import type { LocaleFile } from '../project/project.ts';
import { stemOf } from './placeholders.ts';
import type { SourceDocument } from '../project/document.ts';
import { fileOf, flatten, wordsIn, type Language } from './words.ts';

/** The texts of one language by key, and by stem for keys with plural forms. */
export interface Catalogue {
  language: Pick<Language, 'code' | 'files'>;
  texts: ReadonlyMap<string, string>;
  stems: ReadonlyMap<string, readonly string[]>;
  /** The keys of texts with placeholders. */
  filled: readonly string[];
}

/** All texts of a language. */
export interface WholeCatalogue extends Catalogue {
  language: Language;
}

type Texts = Omit<Catalogue, 'language'>;

/** What a text is about: "screens.start" of the key "screens.start.help.title", and "errors" of the key "errors.notFound". */
export function subjectOf(key: string): string {
  const [namespace = '', first = '', next] = key.split('.', 3);
  return next === undefined ? namespace : `${namespace}.${first}`;
}

function textsOf(entries: Iterable<readonly [key: string, text: string]>): Texts {
  const texts = new Map(entries);
  const stems = Map.groupBy(texts.keys(), stemOf);
  const filled = [...texts].flatMap(([key, text]) => (text.includes('{{') ? [key] : []));
  return { texts, stems, filled };
}

/** A file that nobody edits stays the same object, and so do its texts. */
const ofFiles = new WeakMap<LocaleFile, { all: Texts; bySubject: ReadonlyMap<string, Texts> }>();

function inFile(file: LocaleFile) {
  const known = ofFiles.get(file);
  if (known) return known;
  const all = textsOf(flatten(wordsIn(file), file.under === undefined ? file.namespace : `${file.namespace}.${file.under}`));
  const groups = Map.groupBy(all.texts, ([key]) => subjectOf(key));
  const made = { all, bySubject: new Map([...groups].map(([subject, entries]) => [subject, textsOf(entries)])) };
  ofFiles.set(file, made);
  return made;
}

function together(parts: readonly Texts[]): Texts {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return {
    texts: new Map(parts.flatMap(({ texts }) => [...texts])),
    stems: new Map(parts.flatMap(({ stems }) => [...stems])),
    filled: parts.flatMap(({ filled }) => filled),
  };
}

export function catalogueOf(language: Language): WholeCatalogue {
  return { language, ...together([...language.files.values()].map((file) => inFile(file).all)) };
}

/** The subjects of all texts of a language. */
export function subjectsOf({ files }: Pick<Language, 'files'>): Iterable<string> {
  return [...files.values()].flatMap((file) => [...inFile(file).bySubject.keys()]);
}

/** The files that can hold the texts of a subject: of its namespace, and of its own. */
export function filesOf({ files }: Pick<Language, 'files'>, subject: string): LocaleFile[] {
  const [namespace = ''] = subject.split('.', 1);
  const names = subject === namespace ? [namespace] : [namespace, subject.replace('.', '/')];
  return names.flatMap((name) => files.get(name) ?? []);
}

/** The texts of one subject. */
export function catalogueOfSubject({ code, files }: Language, subject: string): Catalogue {
  const own = filesOf({ files }, subject);
  const language = {
    code,
    files: new Map(own.map((file) => [file.under === undefined ? file.namespace : `${file.namespace}/${file.under}`, file])),
  };
  return { language, ...together(own.flatMap((file) => inFile(file).bySubject.get(subject) ?? [])) };
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
