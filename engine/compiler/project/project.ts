import type { Flow, WrittenFlow } from '../../config/flow.ts';
import type { KindDefinition, Registry } from '../../config/definitions.ts';
import type { KindValues } from '../../config/kindValues.ts';
import type { SourceDocument } from './document.ts';

/** A configuration file with the right shape. */
export interface Entry<T = unknown> {
  kind: string;
  id: string;
  document: SourceDocument;
  value: T;
  /** The value as written in its file, if `value` contains more: the steps of sub-flows, or the constants that other files define. */
  written?: T extends Flow ? WrittenFlow : unknown;
}

/** Returns the value as written in an entry's file. Positions in the file refer to it. */
export const writtenValue = ({ value, written }: Entry): unknown => written ?? value;

/** A text file of one language: of a namespace, `locales/en/forms.json`, or of one of its keys, `locales/en/screens/start.json`. */
export interface LocaleFile {
  language: string;
  namespace: string;
  /** The key that contains all texts of the file, `start`. Absent if the file covers a namespace. */
  under?: string;
  document: SourceDocument;
  value: Record<string, unknown>;
}

export interface DocumentFile {
  language: string;
  id: string;
  document: SourceDocument;
}

/** All files by kind and id. Also knows the unreadable files, so that no check reports what those files could define. */
export class Project {
  readonly entries: readonly Entry[];
  readonly locales: readonly LocaleFile[];
  readonly documents: readonly DocumentFile[];
  readonly registry: Registry;
  readonly kinds: Readonly<Record<string, KindDefinition<string>>>;
  readonly #byKind = new Map<string, Map<string, Entry>>();
  readonly #broken: ReadonlySet<string>;
  readonly #absent: ReadonlySet<string>;
  /** Whether steps are unknown: a flow or sub-flow cannot be read, or does not exist although a file names it. */
  readonly lacksSteps: boolean;

  constructor(options: {
    entries: readonly Entry[];
    locales: readonly LocaleFile[];
    documents: readonly DocumentFile[];
    registry: Registry;
    kinds: Readonly<Record<string, KindDefinition<string>>>;
    /** `kind/id`, or for texts `locale/language/namespace` and `locale/language/namespace/key`. */
    broken: ReadonlySet<string>;
    /** `kind/id` of files that do not exist and already have a finding. They count as broken. */
    absent: readonly string[];
  }) {
    ({ entries: this.entries, locales: this.locales, documents: this.documents, registry: this.registry, kinds: this.kinds } = options);
    this.#broken = new Set([...options.broken, ...options.absent]);
    this.#absent = new Set(options.absent);
    for (const entry of options.entries) {
      const ofKind = this.#byKind.get(entry.kind) ?? new Map<string, Entry>();
      if (!ofKind.has(entry.id)) ofKind.set(entry.id, entry);
      this.#byKind.set(entry.kind, ofKind);
    }
    this.lacksSteps = this.isBroken('flow') || this.isBroken('subFlow') || this.#namesUnknownFlow();
  }

  all<K extends keyof KindValues>(kind: K): Entry<KindValues[K]>[] {
    return [...(this.#byKind.get(kind)?.values() ?? [])] as Entry<KindValues[K]>[];
  }

  get<K extends keyof KindValues>(kind: K, id: string): Entry<KindValues[K]> | undefined {
    return this.#byKind.get(kind)?.get(id) as Entry<KindValues[K]> | undefined;
  }

  /** Returns the file of a kind that has one file: settings, navigation, errors, conditions. */
  one<K extends keyof KindValues>(kind: K): Entry<KindValues[K]> | undefined {
    return this.all(kind)[0];
  }

  ofKind(kind: string): Entry[] {
    return [...(this.#byKind.get(kind)?.values() ?? [])];
  }

  ids(kind: string): string[] {
    return [...(this.#byKind.get(kind)?.keys() ?? [])];
  }

  /** Includes the ids of unreadable files. */
  knownIds(kind: string): string[] {
    const prefix = `${kind}/`;
    return [...this.ids(kind), ...[...this.#broken].filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length))];
  }

  #namesUnknownFlow(): boolean {
    const named = this.all('flow').flatMap(({ written }) =>
      (written?.steps ?? []).flatMap((step) => ('subFlow' in step ? [step.subFlow] : [])),
    );
    const shown = this.all('screen').flatMap(({ value }) => value.flow ?? []);
    return named.some((id) => !this.get('subFlow', id)) || shown.some((id) => !this.get('flow', id));
  }

  get hasBroken(): boolean {
    return this.#broken.size > 0;
  }

  /**
   * The names of unreadable and missing files with this prefix, joined into one text. Checks that must make no assumptions about those
   * files depend on it.
   */
  brokenIn(prefix: string): string {
    if (this.#broken.size === 0) return '';
    return [...this.#broken]
      .filter((each) => each.startsWith(prefix))
      .map((each) => (this.#absent.has(each) ? `${each} (missing)` : each))
      .toSorted()
      .join(' ');
  }

  isAbsent(kind: string, id: string): boolean {
    return this.#absent.has(`${kind}/${id}`);
  }

  /** Whether a file of this kind (and id) has a finding of its own, because it cannot be read or is missing. */
  isBroken(kind: string, id?: string): boolean {
    if (id !== undefined) return this.#broken.has(`${kind}/${id}`);
    for (const each of this.#broken) if (each.startsWith(`${kind}/`)) return true;
    return false;
  }
}
