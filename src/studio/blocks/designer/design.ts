import { kindByPath } from '../../../../engine/compiler/project/kindOf.ts';
import { pointerToPath } from '../../../../engine/compiler/project/document.ts';
import type { Settings } from '../../../../engine/config/settings.ts';
import { titleOf } from '../../../../engine/config/titleOf.ts';
import { valueAt } from '../../../../engine/config/valueAt.ts';
import { isPlainObject } from '../../../../engine/form/empty.ts';
import { readJson } from '../../../../engine/merge/read.ts';
import { type Schema, schemaAt, type Site, type Values, walk } from './schema.ts';

/** The source of a change's files. */
export interface Sources {
  /** Paths of all files that exist. */
  paths: readonly string[];
  text: (path: string) => string | null | undefined;
}

export interface Language {
  code: string;
  name: string;
}

/** A place in a file. */
export interface Place {
  file: string;
  pointer: string;
}

/** A reference to something by its id, as its meta-schema declares it. */
export interface Use extends Place {
  kind: string;
  id: string;
}

/** The last parsed version of a file. */
interface Entry {
  text: string;
  value: unknown;
  uses?: readonly Use[];
}

const nothing: Values = {};

/** Everything that an application consists of: the files of a change, read with their meta-schemas. */
export class Design {
  readonly sources: Sources;
  readonly kinds: Readonly<Record<string, Schema>>;
  private readonly read: Map<string, Entry>;

  constructor(sources: Sources, kinds: Readonly<Record<string, Schema>>, read: ReadonlyMap<string, Entry> = new Map()) {
    this.sources = sources;
    this.kinds = kinds;
    this.read = new Map(read);
  }

  /** A design of other sources that parses only the files whose text differs. */
  over(sources: Sources): Design {
    return new Design(sources, this.kinds, this.read);
  }

  /** The value of a file. Undefined if it does not exist or cannot be read. */
  value(path: string): unknown {
    return this.entry(path)?.value;
  }

  object(path: string): Values {
    const value = this.value(path);
    return isPlainObject(value) ? value : nothing;
  }

  /** The id that a file declares, or else its path. */
  idOf(path: string): string {
    const { id } = this.object(path);
    return typeof id === 'string' ? id : path;
  }

  at({ file, pointer }: Place): unknown {
    return valueAt(this.value(file), pointerToPath(pointer));
  }

  /**
   * A fingerprint of the lists around a place: their lengths, and the plain values of the items on the path. It shows whether another edit
   * has moved a different item to the same pointer. Undefined outside of lists.
   */
  around({ file, pointer }: Place): string | undefined {
    const path = pointerToPath(pointer);
    const lists = path.flatMap((name, depth) => {
      const list = valueAt(this.value(file), path.slice(0, depth));
      if (!Array.isArray(list)) return [];
      const item: unknown = list[Number(name)];
      const own = path[depth + 1];
      const plain = isPlainObject(item) ? Object.entries(item).filter(([key, value]) => key !== own && typeof value !== 'object') : [];
      return [[list.length, plain]];
    });
    return lists.length > 0 ? JSON.stringify(lists) : undefined;
  }

  kindOf(path: string): string {
    const schema = this.object(path)['$schema'];
    const named = typeof schema === 'string' ? /([^/]+)\.schema\.json$/.exec(schema)?.[1] : undefined;
    return named ?? kindByPath(path) ?? '';
  }

  /** The meta-schema of a file. */
  root(path: string): Schema {
    return this.kinds[this.kindOf(path)] ?? {};
  }

  schema({ file, pointer }: Place): Schema | undefined {
    return schemaAt(this.root(file), this.value(file), pointer);
  }

  /** Visits the value at a place and everything inside it, with their schemas. */
  walk(place: Place, visit: (site: Site) => boolean | void): void {
    const schema = this.schema(place);
    if (schema) walk({ value: this.at(place), schema, pointer: place.pointer }, this.root(place.file), visit);
  }

  /** Paths of all files of a kind. The kind follows from the path. */
  pathsOf(kind: string): string[] {
    return this.sources.paths.filter((path) => kindByPath(path) === kind);
  }

  /** The file that has this id. */
  fileOf(kind: string, id: string): string | undefined {
    return this.pathsOf(kind).find((path) => this.object(path)['id'] === id);
  }

  ids(kind: string): string[] {
    return this.pathsOf(kind).map((path) => String(this.object(path)['id']));
  }

  get languages(): readonly Language[] {
    const { languages } = this.object('flows/settings.json') as Partial<Settings>;
    return (languages?.offered ?? []).toSorted((one, other) => Number(other.code === this.main) - Number(one.code === this.main));
  }

  /** The source language of all translations. */
  get main(): string {
    return (this.object('flows/settings.json') as Partial<Settings>).languages?.default ?? 'en';
  }

  /** The file and pointer of a text in a language. */
  placeOfWord(language: string, key: string): Place {
    const [namespace = '', first = '', ...rest] = key.split('.');
    const own = `locales/${language}/${namespace}/${first}.json`;
    const whole = `locales/${language}/${namespace}.json`;
    const isOwn = this.sources.paths.includes(own) || !this.sources.paths.includes(whole);
    return isOwn ? { file: own, pointer: `/${rest.join('/')}` } : { file: whole, pointer: `/${[first, ...rest].join('/')}` };
  }

  word(language: string, key: string): string | undefined {
    const word = this.at(this.placeOfWord(language, key));
    return typeof word === 'string' ? word : undefined;
  }

  /** Keys of all texts in the main language that begin with this one. */
  keysUnder(key: string): string[] {
    const place = this.placeOfWord(this.main, key);
    const within = place.pointer === '/' ? this.value(place.file) : this.at(place);
    return typeof within === 'string' ? [key] : keysIn(within, key);
  }

  /** A text as a person sees it, with an ellipsis for each placeholder. */
  shown(key: string): string | undefined {
    const word = this.word(this.main, key) ?? this.word(this.main, `${key}_other`);
    return word?.replaceAll(/\{\{.*?\}\}/g, '…').replaceAll(/<[^>]*>/g, '') || undefined;
  }

  /** Every reference in the application. */
  allUses(): Use[] {
    return this.sources.paths.flatMap((path) => this.usesIn(path));
  }

  /** All references to something. */
  usesOf(kinds: readonly string[], id: string): Use[] {
    return this.allUses().filter((use) => use.id === id && kinds.includes(use.kind));
  }

  /** Every id of a kind that occurs anywhere, for suggestions. */
  seen(kind: string): string[] {
    return [...new Set(this.allUses().flatMap((use) => (use.kind === kind ? use.id : [])))].toSorted();
  }

  private usesIn(path: string): readonly Use[] {
    const entry = this.entry(path);
    if (!entry || kindByPath(path) === 'locale') return [];
    entry.uses ??= this.findUses(path);
    return entry.uses;
  }

  private findUses(path: string): Use[] {
    const uses: Use[] = [];
    this.walk({ file: path, pointer: '' }, ({ value, schema, pointer }) => {
      if (typeof value !== 'string') return;
      if (schema['x-ref'] !== undefined) uses.push({ kind: schema['x-ref'], id: value, file: path, pointer });
      const shared = pointer.endsWith('/$ref') ? /\/(enum|format)s\/([^/]+)\.schema\.json$/.exec(value) : null;
      if (shared?.[1] && shared[2]) uses.push({ kind: shared[1], id: shared[2], file: path, pointer });
      if (schema['x-cel'] === undefined) return;
      for (const [, form = '', field = ''] of value.matchAll(/\b([a-z]\w*)\.\??([a-z]\w*)/g))
        uses.push({ kind: 'answer', id: `${form === 'self' ? String(this.object(path)['id']) : form}.${field}`, file: path, pointer });
    });
    return uses;
  }

  private entry(path: string): Entry | undefined {
    const text = this.sources.text(path);
    if (typeof text !== 'string' || !path.endsWith('.json')) return undefined;
    const known = this.read.get(path);
    if (known?.text === text) return known;
    const entry = { text, value: readJson(text)?.value };
    this.read.set(path, entry);
    return entry;
  }
}

function keysIn(within: unknown, key: string): string[] {
  if (!isPlainObject(within)) return [];
  return Object.entries(within).flatMap(([name, value]) => {
    if (name === '$schema') return [];
    return typeof value === 'string' ? [`${key}.${name}`] : keysIn(value, `${key}.${name}`);
  });
}

/** A readable name for something that has no label. */
export const nameOfId = (id: string): string => titleOf(id.replace(/^ui:/, '').replaceAll(/[_-]/g, ' '));
