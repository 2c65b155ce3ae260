import { attached } from '../attached.ts';
import type { Memo } from '../memo.ts';
import type { LocaleFile, Project } from '../project/project.ts';

export type Words = { readonly [key: string]: string | Words };

/** The texts of one language by namespace: `words.forms.work.income.label`. */
export interface Language {
  code: string;
  words: Words;
  /** Files by what they contain: `forms`, `screens/start`. */
  files: ReadonlyMap<string, LocaleFile>;
}

/**
 * Merges the text files of each language.
 *
 * @param memo keeps the languages whose files have not changed
 */
export function languagesOf(project: Project, memo?: Memo): Map<string, Language> {
  const byCode = Map.groupBy(project.locales, ({ language }) => language);
  return new Map(
    [...byCode].map(([code, files]) => {
      const merge = () => languageOf(code, files);
      return [code, memo ? memo.of(`words of ${code}`, files, merge) : merge()];
    }),
  );
}

function languageOf(code: string, own: readonly LocaleFile[]): Language {
  const merged = bare();
  const files = new Map<string, LocaleFile>();
  for (const file of own) {
    const { namespace, under } = file;
    const [words, all] = [wordsIn(file), merged[namespace]];
    const whole = files.get(namespace);
    // A namespace with a single file shares that file's object. Several files are merged into a new one.
    if (all && !(whole && all === wordsIn(whole))) Object.assign(all, under === undefined ? words : { [under]: words });
    else if (under === undefined) merged[namespace] = words;
    else merged[namespace] = Object.assign(bare(), all, { [under]: words });
    files.set(under === undefined ? namespace : `${namespace}/${under}`, file);
  }
  return { code, words: merged, files };
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
