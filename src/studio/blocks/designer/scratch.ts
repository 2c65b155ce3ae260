import { pointerToPath } from '../../../../engine/compiler/project/document.ts';
import { schemaPath } from '../../../../engine/compiler/project/kindOf.ts';
import { valueAt } from '../../../../engine/config/valueAt.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import { copyItem, type Edited, insertItem, moveItem, removeValue, setValue } from '../../../../engine/merge/index.ts';
import type { FileText } from '../../files/session.ts';
import type { Design, Sources } from './design.ts';

/** An edit that the files do not allow, for example because one of them is not valid JSON. */
export class Refused extends Error {}

/** Files with a set of edits that are applied together. Unedited parts keep their layout and comments. */
export class Scratch implements Sources {
  private readonly edited = new Map<string, string | null>();
  private readonly sources: Sources;
  /** The files with the edits applied. */
  readonly design: Design;

  constructor(design: Design) {
    this.sources = design.sources;
    this.design = design.over(this);
  }

  get paths(): string[] {
    const all = new Set([...this.sources.paths, ...this.edited.keys()]);
    return [...all].filter((path) => this.edited.get(path) !== null).toSorted();
  }

  text(path: string): string | null | undefined {
    const own = this.edited.get(path);
    return own === undefined ? this.sources.text(path) : own;
  }

  get changed(): FileText[] {
    return [...this.edited].flatMap(([file, text]) => (text === (this.sources.text(file) ?? null) ? [] : [{ file, text }]));
  }

  put(file: string, text: string | null): void {
    this.edited.set(file, text);
  }

  /** @throws Refused if the file exists */
  create(file: string, kind: string, value: object): void {
    if (typeof this.text(file) === 'string') throw new Refused(`${file} exists.`);
    this.put(file, `${JSON.stringify({ $schema: schemaPath(file, kind), ...value }, undefined, 2)}\n`);
  }

  has(file: string, pointer: string): boolean {
    return valueAt(this.design.value(file), pointerToPath(pointer)) !== undefined;
  }

  /** Sets a value, and creates missing objects around it. */
  set(file: string, pointer: string, value: unknown): void {
    const path = pointerToPath(pointer);
    let [at, put] = [path.length, value];
    const known = this.design.value(file);
    while (at > 1 && !isContainer(valueAt(known, path.slice(0, at - 1)))) {
      at -= 1;
      put = { [path[at] ?? '']: put };
    }
    this.apply(file, (text) => setValue(text, toPointer(path.slice(0, at)), put));
  }

  insert(file: string, list: string, index: number, value: unknown): void {
    if (!this.has(file, list)) this.set(file, list, [value]);
    else this.apply(file, (text) => insertItem(text, list, index, value));
  }

  move(file: string, pointer: string, list: string, index: number): void {
    this.apply(file, (text) => moveItem(text, pointer, list, index));
  }

  copy(file: string, pointer: string, list: string, index: number): void {
    this.apply(file, (text) => copyItem(text, pointer, list, index));
  }

  /** Removes a value if it exists. */
  remove(file: string, pointer: string): void {
    if (this.has(file, pointer)) this.apply(file, (text) => removeValue(text, pointer));
  }

  /** Removes a value from a list if it is there. */
  removeFrom(file: string, list: string, item: unknown): void {
    const items = this.design.at({ file, pointer: list });
    const at = Array.isArray(items) ? items.indexOf(item) : -1;
    if (at !== -1) this.remove(file, `${list}/${at}`);
  }

  /** Sets the text of a key in one language. An empty text removes it. */
  word(language: string, key: string, text: string): void {
    const { file, pointer } = this.design.placeOfWord(language, key);
    if (text === '') return this.remove(file, pointer);
    if (typeof this.text(file) !== 'string') this.create(file, 'locale', {});
    this.set(file, pointer, text);
  }

  /** Removes a key and all keys below it from every language. */
  removeWords(key: string): void {
    for (const language of languagesIn(this.paths)) {
      const { file, pointer } = this.design.placeOfWord(language, key);
      if (pointer !== '/') this.remove(file, pointer);
      else if (typeof this.text(file) === 'string') this.put(file, null);
    }
  }

  private apply(file: string, edit: (text: string) => Edited): void {
    const edited = edit(this.text(file) ?? '');
    if ('refused' in edited) throw new Refused(`${file}: ${edited.refused}`);
    this.put(file, edited.text);
  }
}

const isContainer = (value: unknown): boolean => isPlainObject(value) || Array.isArray(value);

const toPointer = (path: readonly string[]): string => path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** All languages that have files, including those still in preparation. */
export const languagesIn = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => /^locales\/([^/]+)\//.exec(path)?.[1] ?? [])),
];
