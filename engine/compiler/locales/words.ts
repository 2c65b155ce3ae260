import type { LocaleFile, Project } from '../names/project.ts';

export type Words = { readonly [key: string]: string | Words };

/** The words of one language by namespace: `words.forms.work.income.label`. */
export interface Language {
  code: string;
  words: Words;
  files: ReadonlyMap<string, LocaleFile>;
}

/** Namespaces whose file holds the words of the screens; `server` never reaches a browser. */
export function languagesOf(project: Project): Map<string, Language> {
  const languages = new Map<string, { code: string; words: Record<string, Words>; files: Map<string, LocaleFile> }>();
  for (const file of project.locales) {
    const language = languages.get(file.language) ?? { code: file.language, words: {}, files: new Map<string, LocaleFile>() };
    const { $schema: _schema, ...words } = file.value;
    language.words[file.namespace] = words as Words;
    language.files.set(file.namespace, file);
    languages.set(file.language, language);
  }
  return languages;
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
