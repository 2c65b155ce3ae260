import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import { schemaPath } from '../../compiler/index.ts';
import type { SourceFile } from '../../compiler/types.ts';
import type { Settings } from '../../config/settings.ts';
import { UsageError } from '../arguments.ts';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
const settingsFile = 'flows/settings.json';

/** A configuration that is being added to. What stands in a file stays as it is written. */
export class Draft {
  readonly #before: ReadonlyMap<string, string>;
  readonly #now: Map<string, string>;
  /** What is left to do by hand. */
  readonly notes: string[] = [];

  constructor(files: readonly SourceFile[]) {
    this.#before = new Map(files.map(({ path, text }) => [path, text]));
    this.#now = new Map(this.#before);
  }

  /** The files that are new or different. */
  get changed(): SourceFile[] {
    return [...this.#now].filter(([path, text]) => this.#before.get(path) !== text).map(([path, text]) => ({ path, text }));
  }

  has(path: string): boolean {
    return this.#now.has(path);
  }

  /** Paths of the files that begin so, of folders with `/` at the end. */
  paths(start: string): string[] {
    return [...this.#now.keys()].filter((path) => path.startsWith(start));
  }

  /** @throws UsageError where there is no such file */
  json(path: string): unknown {
    const text = this.#now.get(path);
    if (text === undefined) throw new UsageError(`There is no ${path}.`);
    return JSON.parse(text) as unknown;
  }

  /**
   * A new file of a kind.
   *
   * @throws UsageError where it is there already: nothing is written over
   */
  create(path: string, kind: string, value: object): void {
    if (this.#now.has(path)) throw new UsageError(`${path} is there already.`);
    this.#now.set(path, `${JSON.stringify({ $schema: schemaPath(path, kind), ...value }, undefined, 2)}\n`);
  }

  /** A value at a place of a file; in a list before what stands there. */
  insert(path: string, at: JSONPath, value: unknown): void {
    const text = this.#now.get(path);
    if (text === undefined) throw new UsageError(`There is no ${path}.`);
    const isItem = typeof at.at(-1) === 'number';
    this.#now.set(path, applyEdits(text, modify(text, at, value, { formattingOptions, isArrayInsertion: isItem })));
  }

  get languages(): Settings['languages'] {
    return (this.json(settingsFile) as Settings).languages;
  }

  /** Words by their key, in every language: those that are only prepared get the key, to be filled, where they have begun. */
  words(namespace: string, key: string, text: string): void {
    const { offered, prepared = [] } = this.languages;
    for (const { code } of offered) this.#word(code, namespace, key, text);
    const hasBegun = (folder: string) => this.has(`${folder}.json`) || this.paths(`${folder}/`).length > 0;
    for (const code of prepared) if (hasBegun(`locales/${code}/${namespace}`)) this.#word(code, namespace, key, '');
  }

  /** In the file of its namespace, or of its first part where those words have files of their own. */
  #word(language: string, namespace: string, key: string, text: string): void {
    const folder = `locales/${language}/${namespace}`;
    const [first = '', ...rest] = key.split('.');
    const isSplit = this.paths(`${folder}/`).length > 0 && !this.has(`${folder}.json`);
    const [path, at] = isSplit ? [`${folder}/${first}.json`, rest] : [`${folder}.json`, [first, ...rest]];
    if (!this.has(path)) this.create(path, 'locale', {});
    this.insert(path, at, text);
  }

  /** The languages in which words are still in that of the scaffold. */
  get toTranslate(): string {
    const { offered, default: main } = this.languages;
    return offered
      .map(({ code }) => code)
      .filter((code) => code !== main)
      .join(', ');
  }
}

/** `payCycle` → Pay cycle */
export function titleOf(id: string): string {
  const words = id.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
