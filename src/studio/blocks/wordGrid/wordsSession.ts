import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { isRefusal, isUnreached, isTemporary } from '../../../../engine/react/screen/types.ts';
import type { Cause, Problem } from '../../../../server/contract/staff/studio.ts';
import type { ImportedWord, LanguageOfWords, SavedWord, WordRow } from '../../../../server/contract/staff/studioWords.ts';

export type Cell = WordRow['cells'][number];

export interface WordPage {
  main: string;
  languages: LanguageOfWords[];
  screens: string[];
  found: number;
  words: WordRow[];
  next?: string;
}

interface Edit {
  key: string;
  language: string;
  basedOn: string;
  text: string;
}

/** The calls of the grid, each rejecting with a `Refusal`. */
export interface WordsApi {
  list: (filter: Readonly<Record<string, string>>) => Promise<WordPage>;
  save: (words: readonly Edit[]) => Promise<{ words: SavedWord[] }>;
  problems: () => Promise<{ problems: Problem[] }>;
  read: (file: string) => Promise<Reading>;
}

/** The effect that a translator's file would have. */
export interface Reading {
  rows: ImportedWord[];
  unreadable?: Cause;
  unchanged: number;
  empty: number;
}

/** The unsaved text of a cell, or the outcome of its save. */
export interface Draft {
  basedOn: string;
  text: string;
  state: 'typed' | 'sent' | 'saved' | 'conflict' | 'refused';
  /** The text that somebody else stored meanwhile. */
  theirs?: string;
}

/** Storage for drafts that outlives the browser window. */
export interface Unsaved {
  get: () => Record<string, Pick<Draft, 'basedOn' | 'text'>>;
  put: (drafts: Record<string, Pick<Draft, 'basedOn' | 'text'>>) => void;
  /** Takes over the drafts of closed tabs, and returns them. */
  adopt: () => Promise<Record<string, Pick<Draft, 'basedOn' | 'text'>>>;
}

const debounceMs = 700;
const retryMs = 4000;
/** Maximum number of a file's texts in one request (`mostWords` in the contract). */
const mostAtOnce = 1000;

export const cellId = (key: string, language: string): string => `${key} ${language}`;

/** The texts of a change under a filter, the drafts, and their saves. */
export class WordsSession {
  page: WordPage | undefined;
  isOffline = false;
  isSaving = false;
  readonly drafts = observable.map<string, Draft>([], { deep: false });
  /** Messages of the compiler, by file and pointer. */
  problems: ReadonlyMap<string, readonly string[]> = new Map();
  private filter: Readonly<Record<string, string>> = {};
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isChecking = false;
  private checksAgain = false;
  private readonly api: WordsApi;
  private readonly unsaved: Unsaved;
  private readonly refused: (error: unknown) => void;
  /** Whether the person who typed is still logged in. */
  private readonly maySend: () => boolean;

  constructor(api: WordsApi, unsaved: Unsaved, on: { refused: (error: unknown) => void; maySend: () => boolean }) {
    this.api = api;
    this.unsaved = unsaved;
    this.refused = on.refused;
    this.maySend = on.maySend;
    makeObservable<this, 'restore'>(this, {
      page: observableRef,
      isOffline: observable,
      isSaving: observable,
      problems: observableRef,
      type: action,
      settle: action,
      restore: action,
    });
  }

  start(filter: Readonly<Record<string, string>>): void {
    this.restore(this.unsaved.get());
    void this.adopt();
    void this.show(filter);
    void this.check();
  }

  stop(): void {
    clearTimeout(this.timer);
    if (this.open().length > 0) void this.save();
  }

  /** Shows the texts under a filter. If calls overlap, the last one wins. */
  async show(filter: Readonly<Record<string, string>>): Promise<void> {
    this.filter = filter;
    const turn = (this.asked += 1);
    const stored = this.stored();
    try {
      const page = await this.api.list(filter);
      if (turn !== this.asked) return;
      runInAction(() => {
        this.page = page;
        this.forget(stored);
      });
    } catch (error) {
      if (turn === this.asked) this.unread(error);
    }
  }

  readAgain(): void {
    void this.show(this.filter);
  }

  textOf(key: string, cell: Cell): string {
    return this.drafts.get(cellId(key, cell.language))?.text ?? cell.text;
  }

  type(key: string, { language, text: stored }: Cell, text: string): void {
    const id = cellId(key, language);
    const known = this.drafts.get(id);
    const basedOn = known && known.state !== 'saved' ? known.basedOn : (known?.text ?? stored);
    if (known?.state === 'conflict') this.drafts.set(id, { ...known, text });
    else this.drafts.set(id, { basedOn, text, state: 'typed' });
    this.keep();
    this.saveSoon(debounceMs);
  }

  /** Resolves a conflict. */
  settle(key: string, language: string, keep: 'mine' | 'theirs'): void {
    const id = cellId(key, language);
    const draft = this.drafts.get(id);
    if (draft?.theirs === undefined) return;
    const { theirs, text } = draft;
    this.drafts.set(id, keep === 'mine' ? { basedOn: theirs, text, state: 'typed' } : { basedOn: theirs, text: theirs, state: 'saved' });
    this.keep();
    this.saveSoon(0);
  }

  /** Restores the drafts from before the browser closed. */
  private restore(drafts: ReturnType<Unsaved['get']>): void {
    const kept = Object.entries(drafts);
    for (const [id, { basedOn, text }] of kept) this.drafts.set(id, { basedOn, text, state: 'typed' });
    if (kept.length > 0) this.saveSoon(0);
  }

  private async adopt(): Promise<void> {
    this.restore(await this.unsaved.adopt());
  }

  saveSoon(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), afterMs);
  }

  /** Undefined if the server is unreachable. */
  async read(file: string): Promise<Reading | undefined> {
    try {
      return await this.api.read(file);
    } catch (error) {
      this.refused(error);
      return undefined;
    }
  }

  /** Stores those rows of a file that change something. Returns the number stored, or undefined if the server is unreachable. */
  async apply(rows: readonly ImportedWord[]): Promise<number | undefined> {
    const edits = rows.map(({ key, language, was, text }) => ({ key, language, basedOn: was, text }));
    let stored = 0;
    try {
      for (let at = 0; at < edits.length; at += mostAtOnce) {
        const { words } = await this.api.save(edits.slice(at, at + mostAtOnce));
        stored += words.filter(({ state }) => state === 'saved' || state === 'unchanged').length;
      }
    } catch (error) {
      this.refused(error);
      return undefined;
    } finally {
      void this.show(this.filter);
      void this.check();
    }
    return stored;
  }

  private open(): [string, Draft][] {
    return [...this.drafts].filter(([, { state }]) => state === 'typed');
  }

  private async save(): Promise<void> {
    const open = this.open();
    if (open.length === 0 || this.isSaving || !this.maySend()) return;
    const words = open.map(([id, { basedOn, text }]) => {
      const at = id.lastIndexOf(' ');
      return { key: id.slice(0, at), language: id.slice(at + 1), basedOn, text };
    });
    runInAction(() => {
      this.isSaving = true;
      for (const [id, draft] of open) this.drafts.set(id, { ...draft, state: 'sent' });
    });
    try {
      const saved = await this.api.save(words);
      runInAction(() => {
        this.isOffline = false;
        for (const [index, each] of saved.words.entries()) this.take(each, words[index]?.text ?? each.text);
      });
      void this.check();
      void this.refresh();
    } catch (error) {
      this.failed(open, error);
    } finally {
      runInAction(() => (this.isSaving = false));
      this.keep();
      if (this.open().length > 0 && !this.isOffline) this.saveSoon(debounceMs);
      else if (!this.isOffline) void this.adopt();
    }
  }

  private failed(open: readonly [string, Draft][], error: unknown): void {
    const waits = isTemporary(error);
    runInAction(() => {
      this.isOffline = waits;
      for (const [id] of open) {
        const draft = this.drafts.get(id);
        if (draft?.state === 'sent') this.drafts.set(id, { ...draft, state: waits ? 'typed' : 'refused' });
      }
    });
    if (waits) this.saveSoon(retryMs);
    else this.refused(error);
  }

  /** Skips connection errors, which the page already shows. */
  private unread(error: unknown): void {
    if (!isRefusal(error) || !isUnreached(error)) this.refused(error);
  }

  private take({ key, language, state, text }: SavedWord, sent: string): void {
    const id = cellId(key, language);
    const draft = this.drafts.get(id);
    if (!draft) return;
    if (state === 'conflict') this.drafts.set(id, { ...draft, state: 'conflict', theirs: text });
    else if (state === 'saved' || state === 'unchanged') {
      const wentOn = draft.text !== sent;
      this.drafts.set(id, { basedOn: text, text: draft.text, state: wentOn ? 'typed' : 'saved' });
    } else this.drafts.set(id, { ...draft, state: 'refused' });
  }

  /** Refreshes the completeness of the languages and the stored texts on display. Rows that no longer match the filter stay visible. */
  private async refresh(): Promise<void> {
    const { page: shown, asked } = this;
    if (!shown) return;
    const stored = this.stored();
    const fresh = await this.api.list(this.filter).catch(() => undefined);
    if (!fresh || asked !== this.asked) return;
    const rows = new Map(fresh.words.map((row) => [row.key, row]));
    runInAction(() => {
      this.page = { ...shown, languages: fresh.languages, words: shown.words.map((row) => rows.get(row.key) ?? row) };
      this.forget(stored.filter((id) => rows.has(id.slice(0, id.lastIndexOf(' ')))));
    });
  }

  private stored(): string[] {
    return [...this.drafts].flatMap(([id, { state }]) => (state === 'saved' ? [id] : []));
  }

  /** Drops drafts whose text the page now has. */
  private forget(ids: readonly string[]): void {
    for (const id of ids) if (this.drafts.get(id)?.state === 'saved') this.drafts.delete(id);
  }

  /** Runs one check at a time. A save during a check triggers another one afterwards. */
  private async check(): Promise<void> {
    this.checksAgain = this.isChecking;
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      do {
        this.checksAgain = false;
        const { problems } = await this.api.problems();
        const weighty = problems.filter(({ severity }) => severity !== 'info');
        const byPlace = Map.groupBy(weighty, ({ file, pointer }) => `${file} ${pointer}`);
        runInAction(() => (this.problems = new Map([...byPlace].map(([place, own]) => [place, own.map(({ message }) => message)]))));
      } while (this.checksAgain);
    } catch (error) {
      this.unread(error);
    } finally {
      this.isChecking = false;
    }
  }

  private keep(): void {
    const open = [...this.drafts].filter(([, { state }]) => state !== 'saved');
    this.unsaved.put(Object.fromEntries(open.map(([id, { basedOn, text }]) => [id, { basedOn, text }])));
  }
}
