import { attached } from '../attached.ts';
import type { LocaleFile, Project } from '../project/project.ts';

export type Words = { readonly [key: string]: string | Words };

/** The texts of one language by namespace: `words.forms.work.income.label`. */
export interface Language {
  code: string;
  words: Words;
  /** Files by what they contain: `forms`, `screens/start`. */
  files: ReadonlyMap<string, LocaleFile>;
}

/** Merges the text files of each language. */
export function languagesOf(project: Project): Map<string, Language> {
  const languages = new Map<string, { code: string; words: Record<string, Words>; files: Map<string, LocaleFile> }>();
  for (const file of project.locales) {
    const { language: code, namespace, under } = file;
    const language = languages.get(code) ?? { code, words: bare(), files: new Map<string, LocaleFile>() };
    const [words, all] = [wordsIn(file), language.words[namespace]];
    const whole = language.files.get(namespace);
    // A namespace with a single file shares that file's object. Several files are merged into a new one.
    if (all && !(whole && all === wordsIn(whole))) Object.assign(all, under === undefined ? words : { [under]: words });
    else if (under === undefined) language.words[namespace] = words;
    else language.words[namespace] = Object.assign(bare(), all, { [under]: words });
    language.files.set(under === undefined ? namespace : `${namespace}/${under}`, file);
    languages.set(code, language);
  }
  return languages;
}

/** An object without a prototype, because authors can choose any file name. */
const bare = (): Record<string, Words> => Object.create(null) as Record<string, Words>;

/** The texts of a file, always as the same object. */
export const wordsIn = attached((file: LocaleFile): Words => {
  const { $schema: _schema, ...own } = file.value as Words;
  return Object.assign(bare(), own);
});

/** Returns the file of a key, existing or not, and the path of the key within it. */
export function fileOf(
  { files }: Pick<Language, 'files'>,
  namespace: string,
  path: readonly string[],
): { file: LocaleFile; path: readonly string[] } | undefined {
  const [first = '', ...rest] = path;
  const own = files.get(`${namespace}/${first}`);
  if (own) return { file: own, path: rest };
  const whole = files.get(namespace);
  return whole && { file: whole, path };
}

export function flatten(words: Words, prefix = '', into = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(words)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') into.set(path, value);
    else flatten(value, path, into);
  }
  return into;
}

export function pick(words: Words | string | undefined, keys: Iterable<string>): Words {
  if (words === undefined || typeof words === 'string') return {};
  const picked: Record<string, string | Words> = {};
  for (const key of [...keys].sort()) {
    const value = Object.hasOwn(words, key) ? words[key] : undefined;
    if (value !== undefined) picked[key] = value;
  }
  return picked;
}
