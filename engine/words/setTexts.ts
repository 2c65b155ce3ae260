import { stemOf } from '../compiler/locales/placeholders.ts';
import { isPlainObject } from '../form/empty.ts';
import { setValue } from '../merge/edit.ts';
import { readJson } from '../merge/read.ts';

export interface TextEdit {
  key: string;
  language: string;
  /** An empty text removes the key. */
  text: string;
}

/**
 * - `noFile`: neither this language nor the main one has a file for the key.
 * - `unreadable`: the file is not valid JSON.
 * - `noText`: the key has a group of texts, or a text is where its group should be.
 */
export type TextRefusal = 'noFile' | 'unreadable' | 'noText';

export interface SetTexts<Edit extends TextEdit> {
  /** The new content of each edited file, with the edits in it. */
  files: { path: string; text: string; edits: Edit[] }[];
  refused: { edit: Edit; why: TextRefusal }[];
}

/**
 * Writes texts into their files. Unchanged parts keep their layout. A key that the language lacks gets the same file and position as in the
 * main language. If the language has no such file, creates it.
 */
export function setTexts<Edit extends TextEdit>(files: ReadonlyMap<string, string>, edits: readonly Edit[], main: string): SetTexts<Edit> {
  const refused: SetTexts<Edit>['refused'] = [];
  const placed = edits.flatMap((edit) => {
    const place = placeOf(files, edit, main);
    if (!place) refused.push({ edit, why: 'noFile' });
    return place ? [{ edit, ...place }] : [];
  });
  const written = [...Map.groupBy(placed, ({ path }) => path)].flatMap(([path, own]) => {
    const like = objectIn(files.get(own[0]?.model ?? ''));
    const current = files.get(path) ?? emptyFile(like?.['$schema']);
    const words = objectIn(current);
    if (!words) {
      refused.push(...own.map(({ edit }) => ({ edit, why: 'unreadable' as const })));
      return [];
    }
    const done = own.flatMap(({ edit, within }) => {
      if (put(words, within, edit.text, like)) return [edit];
      refused.push({ edit, why: 'noText' });
      return [];
    });
    const edited = setValue(current, '', words);
    return done.length > 0 && 'text' in edited ? [{ path, text: edited.text, edits: done }] : [];
  });
  return { files: written, refused };
}

/** A file with nothing but its meta-schema. Files at the same depth of `locales/` use the same path to it. */
const emptyFile = (schema: unknown): string => `${JSON.stringify(schema === undefined ? {} : { $schema: schema }, null, 2)}\n`;

type Words = Record<string, unknown>;

function objectIn(text: string | undefined): Words | undefined {
  const value = text === undefined ? undefined : readJson(text)?.value;
  return isPlainObject(value) ? structuredClone(value) : undefined;
}

interface Place {
  path: string;
  /** The path of the key in the file. */
  within: string[];
  /** The file of the main language with the same texts. */
  model: string;
}

/** Returns the file of a key: that of its first part if there is one, as in the compiler's lookup. */
function placeOf(files: ReadonlyMap<string, string>, { key, language }: TextEdit, main: string): Place | undefined {
  const [namespace = '', ...within] = key.split('.');
  const [first = '', ...rest] = within;
  const candidates = (code: string) => [`locales/${code}/${namespace}/${first}.json`, `locales/${code}/${namespace}.json`] as const;
  const [own, whole] = candidates(main);
  const [ownFile, wholeFile] = candidates(language);
  const model = [own, whole].find((path) => files.has(path));
  const hasOwn = files.has(ownFile) || (!files.has(wholeFile) && model === own);
  if (model === undefined && !files.has(ownFile) && !files.has(wholeFile)) return undefined;
  const place = hasOwn ? { path: ownFile, within: rest } : { path: wholeFile, within };
  return place.within.length === 0 ? undefined : { ...place, model: model ?? place.path };
}

/** Sets or removes the text at a path. Returns false if the path leads through a text, or ends at a group. */
function put(words: Words, [name = '', ...rest]: readonly string[], text: string, like: unknown): boolean {
  const model = isPlainObject(like) ? like : {};
  const here = Object.hasOwn(words, name) ? words[name] : undefined;
  if (here === undefined) {
    if (text !== '')
      insert(
        words,
        name,
        rest.reduceRight<unknown>((inner, each) => ({ [each]: inner }), text),
        Object.keys(model),
      );
    return true;
  }
  if (rest.length > 0) return isPlainObject(here) && put(here, rest, text, Object.hasOwn(model, name) ? model[name] : undefined);
  if (typeof here !== 'string') return false;
  if (text === '') delete words[name];
  else words[name] = text;
  return true;
}

/** Inserts a key after the one that precedes it in the main language, or after another plural form. */
function insert(words: Words, name: string, value: unknown, order: readonly string[]): void {
  const names = Object.keys(words);
  const place = order.indexOf(name);
  const neighbour =
    order.slice(0, Math.max(place, 0)).findLast((each) => Object.hasOwn(words, each)) ??
    names.findLast((each) => stemOf(each) === stemOf(name));
  const at = neighbour !== undefined ? names.indexOf(neighbour) + 1 : place >= 0 ? 0 : names.length;
  const later = Object.entries(words).slice(at);
  for (const [each] of later) delete words[each];
  words[name] = value;
  for (const [each, inner] of later) words[each] = inner;
}
