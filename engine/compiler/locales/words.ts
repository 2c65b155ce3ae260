import type { LocaleFile, Project } from '../project/project.ts';

export type Words = { readonly [key: string]: string | Words };

/** The words of one language by namespace: `words.forms.work.income.label`. */
export interface Language {
  code: string;
  words: Words;
  /** By what they hold: `forms`, `screens/start`. */
  files: ReadonlyMap<string, LocaleFile>;
}

/** All words by language, whichever files they stand in. */
export function languagesOf(project: Project): Map<string, Language> {
  const languages = new Map<string, { code: string; words: Record<string, Words>; files: Map<string, LocaleFile> }>();
  for (const file of project.locales) {
    const { language: code, namespace, under, value } = file;
    const language = languages.get(code) ?? { code, words: bare(), files: new Map<string, LocaleFile>() };
    const { $schema: _schema, ...words } = value as Record<string, Words>;
    const all = (language.words[namespace] ??= bare()) as Record<string, Words>;
    if (under === undefined) Object.assign(all, words);
    else all[under] = words;
    language.files.set(under === undefined ? namespace : `${namespace}/${under}`, file);
    languages.set(code, language);
  }
  return languages;
}

/** An object in which no name means anything yet: files are called as people please. */
const bare = (): Record<string, Words> => Object.create(null) as Record<string, Words>;

/** The file that holds a word, or would, and the way to the word within it. */
export function fileOf(
  { files }: Language,
  namespace: string,
  path: readonly string[],
): { file: LocaleFile; path: readonly string[] } | undefined {
  const [first = '', ...rest] = path;
  const own = files.get(`${namespace}/${first}`);
  if (own) return { file: own, path: rest };
  const whole = files.get(namespace);
  return whole && { file: whole, path };
}

/** Every text of a namespace by its dotted key. */
export function flatten(words: Words, prefix = '', into = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(words)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') into.set(path, value);
    else flatten(value, path, into);
  }
  return into;
}

/** The words under some of the keys. */
export function pick(words: Words | string | undefined, keys: Iterable<string>): Words {
  if (words === undefined || typeof words === 'string') return {};
  const picked: Record<string, string | Words> = {};
  for (const key of [...keys].sort()) {
    const value = Object.hasOwn(words, key) ? words[key] : undefined;
    if (value !== undefined) picked[key] = value;
  }
  return picked;
}
