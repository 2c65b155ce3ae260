import { isPlainObject } from '../../form/empty.ts';
import type { RuleCode } from '../../config/rules/index.ts';
import type { Finding, Located } from '../diagnostics.ts';
import { attached } from '../attached.ts';
import type { LocaleFile } from '../project/project.ts';
import { stemOf } from './placeholders.ts';
import type { SourceDocument } from '../project/document.ts';
import { fileOf, flatten, wordsIn, type Language } from './words.ts';

type Lookup<Value> = Pick<ReadonlyMap<string, Value>, 'get' | 'has' | 'keys' | 'values'>;

/** Texts of one language by key, and by stem for keys with plural forms. */
export interface AnyCatalogue {
  language: Pick<Language, 'code' | 'files'>;
  texts: Lookup<string>;
  stems: Lookup<readonly string[]>;
}

/** All texts of a language. */
export interface WholeCatalogue extends AnyCatalogue {
  language: Language;
}

/** The texts of one subject. */
export interface Catalogue extends AnyCatalogue {
  texts: ReadonlyMap<string, string>;
  stems: ReadonlyMap<string, readonly string[]>;
  /** The keys of texts with placeholders. */
  filled: readonly string[];
}

type Texts = Omit<Catalogue, 'language'>;

/** The subject of a text: "screens.start" for the key "screens.start.help.title", and "errors" for the key "errors.notFound". */
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

/** Cached by file. An unedited file stays the same object, and so do its texts. */
const inFile = attached((file: LocaleFile): { all: Texts; bySubject: ReadonlyMap<string, Texts> } => {
  const all = textsOf(flatten(wordsIn(file), file.under === undefined ? file.namespace : `${file.namespace}.${file.under}`));
  const groups = Map.groupBy(all.texts, ([key]) => subjectOf(key));
  return { all, bySubject: new Map([...groups].map(([subject, entries]) => [subject, textsOf(entries)])) };
});

function together(parts: readonly Texts[]): Texts {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return {
    texts: new Map(parts.flatMap(({ texts }) => [...texts])),
    stems: new Map(parts.flatMap(({ stems }) => [...stems])),
    filled: parts.flatMap(({ filled }) => filled),
  };
}

/** Looks up keys in the files that contain them. Merging all texts of a large product would take longer than most checks. */
class InFiles<Value> implements Lookup<Value> {
  readonly #files: Language['files'];
  readonly #part: (texts: Texts) => ReadonlyMap<string, Value>;

  constructor(files: Language['files'], part: (texts: Texts) => ReadonlyMap<string, Value>) {
    this.#files = files;
    this.#part = part;
  }

  get(key: string): Value | undefined {
    const [namespace = '', first] = key.split('.', 2);
    return this.#find(`${namespace}/${first}`, key) ?? this.#find(namespace, key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  *keys(): MapIterator<string> {
    for (const file of this.#files.values()) yield* this.#part(inFile(file).all).keys();
  }

  *values(): MapIterator<Value> {
    for (const file of this.#files.values()) yield* this.#part(inFile(file).all).values();
  }

  #find(name: string, key: string): Value | undefined {
    const file = this.#files.get(name);
    return file && this.#part(inFile(file).all).get(key);
  }
}

export function catalogueOf(language: Language): WholeCatalogue {
  return {
    language,
    texts: new InFiles(language.files, ({ texts }) => texts),
    stems: new InFiles(language.files, ({ stems }) => stems),
  };
}

/** The texts of one file, by stem and by key. */
export const textsIn = (file: LocaleFile): Texts => inFile(file).all;

/** The subjects that one file has texts for. */
export const subjectsIn = (file: LocaleFile): readonly string[] => [...inFile(file).bySubject.keys()];

/** The files that can contain a subject's texts: the namespace file, and the subject's own file. */
export function filesOf({ files }: Pick<Language, 'files'>, subject: string): LocaleFile[] {
  const [namespace = ''] = subject.split('.', 1);
  const names = subject === namespace ? [namespace] : [namespace, subject.replace('.', '/')];
  return names.flatMap((name) => files.get(name) ?? []);
}

export function catalogueOfSubject({ code, files }: Language, subject: string): Catalogue {
  const own = filesOf({ files }, subject);
  const language = {
    code,
    files: new Map(own.map((file) => [file.under === undefined ? file.namespace : `${file.namespace}/${file.under}`, file])),
  };
  return { language, ...together(own.flatMap((file) => inFile(file).bySubject.get(subject) ?? [])) };
}

/** Returns the key, or the keys of its plural forms. */
export const keysFor = ({ texts, stems }: AnyCatalogue, key: string): readonly string[] =>
  texts.has(key) ? [key] : (stems.get(key) ?? []);

/** Returns all non-empty texts of a key, including its plural forms. */
export const wordsFor = (catalogue: AnyCatalogue, key: string): string[] =>
  keysFor(catalogue, key).flatMap((each) => catalogue.texts.get(each) || []);

export function hasWords({ texts, stems }: AnyCatalogue, key: string): boolean {
  if (texts.has(key)) return texts.get(key) !== '';
  return stems.get(key)?.some((each) => texts.get(each) !== '') ?? false;
}

export function at(catalogue: AnyCatalogue, key: string, code: RuleCode, message: string, more: Partial<Finding> = {}): Located[] {
  const place = placeOf(catalogue, key);
  return place ? [{ document: place.document, finding: { code, pointer: place.pointer, message, ...more } }] : [];
}

/** Returns the position of a key, or the position where it belongs. */
export function placeOf(
  { language }: AnyCatalogue,
  key: string,
): { document: SourceDocument; pointer: string; isThere: boolean } | undefined {
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
