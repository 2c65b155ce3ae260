import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import { schemaPath } from '../compiler/project/kindOf.ts';
import type { SourceFile } from '../compiler/types.ts';
import { titleOf } from '../config/titleOf.ts';
import type { Settings } from '../config/settings.ts';

/** The request does not fit the configuration. */
export class ScaffoldError extends Error {
  override readonly name = 'ScaffoldError';
}

/** A text, or one for each language. A missing language gets the text of the main language. */
export type Wording = string | Readonly<Record<string, string>>;

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
const settingsFile = 'flows/settings.json';

/** Adds to a configuration. Existing text in a file keeps its formatting. */
export class Draft {
  readonly #before: ReadonlyMap<string, string>;
  readonly #now: Map<string, string>;
  /** The steps that remain for the author. */
  readonly notes: string[] = [];

  constructor(files: readonly SourceFile[]) {
    this.#before = new Map(files.map(({ path, text }) => [path, text]));
    this.#now = new Map(this.#before);
  }

  /** All files as they are now. */
  get files(): SourceFile[] {
    return [...this.#now].map(([path, text]) => ({ path, text }));
  }

  /** The new and changed files. */
  get changed(): SourceFile[] {
    return [...this.#now].filter(([path, text]) => this.#before.get(path) !== text).map(([path, text]) => ({ path, text }));
  }

  has(path: string): boolean {
    return this.#now.has(path);
  }

  /** Returns the paths with this prefix. End a folder with `/`. */
  paths(start: string): string[] {
    return [...this.#now.keys()].filter((path) => path.startsWith(start));
  }

  /** @throws ScaffoldError if the file does not exist */
  json(path: string): unknown {
    const text = this.#now.get(path);
    if (text === undefined) throw new ScaffoldError(`${path} does not exist.`);
    return JSON.parse(text) as unknown;
  }

  /**
   * Creates a file of a kind.
   *
   * @throws ScaffoldError if the file exists
   */
  create(path: string, kind: string, value: object): void {
    if (this.#now.has(path)) throw new ScaffoldError(`${path} already exists.`);
    this.#now.set(path, `${JSON.stringify({ $schema: schemaPath(path, kind), ...value }, undefined, 2)}\n`);
  }

  /** Inserts a value into a file. In a list, the value goes before the item at that index. */
  insert(path: string, at: JSONPath, value: unknown): void {
    const text = this.#now.get(path);
    if (text === undefined) throw new ScaffoldError(`${path} does not exist.`);
    const isItem = typeof at.at(-1) === 'number';
    this.#now.set(path, applyEdits(text, modify(text, at, value, { formattingOptions, isArrayInsertion: isItem })));
  }

  get languages(): Settings['languages'] {
    return (this.json(settingsFile) as Settings).languages;
  }

  /** Adds a text in every language. A prepared language gets an empty text, if its files exist. */
  words(namespace: string, key: string, text: Wording): void {
    const { offered, prepared = [], default: main } = this.languages;
    for (const { code } of offered)
      this.word(code, namespace, key, typeof text === 'string' ? text : text[code] || text[main] || titleOf(key.split('.').at(-1) ?? key));
    const hasBegun = (folder: string) => this.has(`${folder}.json`) || this.paths(`${folder}/`).length > 0;
    for (const code of prepared) if (hasBegun(`locales/${code}/${namespace}`)) this.word(code, namespace, key, '');
  }

  /** Adds a text in one language: to the file of the namespace, or of the key's first part if the namespace is split. */
  word(language: string, namespace: string, key: string, text: string): void {
    const folder = `locales/${language}/${namespace}`;
    const [first = '', ...rest] = key.split('.');
    const isSplit = this.paths(`${folder}/`).length > 0 && !this.has(`${folder}.json`);
    const [path, at] = isSplit ? [`${folder}/${first}.json`, rest] : [`${folder}.json`, [first, ...rest]];
    if (!this.has(path)) this.create(path, 'locale', {});
    this.insert(path, at, text);
  }

  /** The languages whose new texts are still in the scaffold's language. */
  get toTranslate(): string {
    const { offered, default: main } = this.languages;
    return offered
      .map(({ code }) => code)
      .filter((code) => code !== main)
      .join(', ');
  }
}
