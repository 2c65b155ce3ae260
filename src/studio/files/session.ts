import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { mergeFile } from '../../../engine/merge/index.ts';
import type { ChangedFile, Problem } from '../../../server/contract/staff/studio.ts';
import { isRefusal, isUnreached } from '../../../engine/react/screen/types.ts';
import { byWeight } from './byWeight.ts';
import { CheckedTexts } from './checkedTexts.ts';
import { type FileApi, FileSession, type OpenedFile } from './fileSession.ts';
import { History, type TextStep } from './history.ts';
import type { Owner } from './owner.ts';
import { type Kept, keptOf } from './kept.ts';
import type { Tabs } from './tabs.ts';
import { unsavedText } from './unsaved.ts';

/** The calls that a session needs, each rejecting with a `Refusal`. */
export interface FilesApi {
  files: () => Promise<{ files: ChangedFile[] }>;
  texts: () => Promise<KnownTexts>;
  open: (path: string) => Promise<OpenedFile>;
  save: (path: string, ...save: Parameters<FileApi['save']>) => ReturnType<FileApi['save']>;
  problems: () => Promise<{ revision: number; problems: Problem[]; hashes: Readonly<Record<string, string>> }>;
}

interface KnownTexts {
  /** The hash that stands for a file that does not exist. */
  absent: string;
  files: (Pick<OpenedFile, 'hash' | 'mayEdit'> & { path: string; text: string })[];
}

/** A file and its new text. Null removes it. */
export interface FileText {
  file: string;
  text: string | null;
}

const mostLost = 20;
const leaseEveryMs = 30_000;

/**
 * The files of one change, for every block that reads or edits them: texts, saves, the compiler's problems, and one undo across files.
 *
 * A block reads `text(path)` (after `load()`), makes new texts with the edits of `engine/merge`, and calls `edit`. The session saves them,
 * merges them with what others save, and keeps unsaved text. All of its data is observable.
 */
export class FilesSession {
  readonly change: string;
  /** Every file of the configuration, by path. */
  files: readonly ChangedFile[] = [];
  /** Undefined before the compiler has answered. */
  problems: readonly Problem[] | undefined;
  isChecking = false;
  /** The revision that `problems` belong to. */
  checkedRevision: number | undefined;
  /** The last revision without errors, which a preview shows. */
  shownRevision: number | undefined;
  isLoaded = false;
  /** Typed text that could not be written where it belongs, with the name of its place. */
  lost: readonly { what: string; text: string }[] = [];
  /** The hash that stands for a file that does not exist. */
  private absent = '';
  /** Texts of all files, as they were when they were loaded. */
  private known: ReadonlyMap<string, KnownTexts['files'][number]> = new Map();
  private readonly opened = observable.map<string, FileSession>([], { deep: false });
  private readonly opening = new Map<string, Promise<void>>();
  private readonly checked = new CheckedTexts((path) => {
    const open = this.opened.get(path);
    return open ? { hash: open.storedHash, text: open.text } : this.known.get(path);
  });
  private readonly history = new History();
  private stale: readonly [path: string, file: FileSession][] = [];
  /** Whether somebody is waiting for the texts of all files. */
  private wantsTexts = false;
  private asksAgain = false;
  private users = 0;
  private watched = '';
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly owner: Owner;
  private readonly api: FilesApi;
  private readonly refused: (error: unknown) => void;
  private readonly kept: Kept;
  /** Half-filled forms that have not been added yet. */
  readonly forms: Kept;
  private adopting: Promise<unknown> = Promise.resolve();

  constructor({ change, owner, tabs }: { change: string; owner: Owner; tabs?: Tabs }, api: FilesApi, refused: (error: unknown) => void) {
    this.change = change;
    this.owner = owner;
    this.kept = keptOf('studio', { person: owner.person, change }, tabs);
    this.forms = keptOf('studioForms', { person: owner.person, change }, tabs);
    this.api = api;
    this.refused = refused;
    makeObservable<this, 'known' | 'applyNow'>(this, {
      files: observableRef,
      problems: observableRef,
      checkedRevision: observable,
      shownRevision: observable,
      isChecking: observable,
      isLoaded: observable,
      lost: observableRef,
      known: observableRef,
      undoName: computed,
      redoName: computed,
      state: computed,
      paths: computed,
      file: action,
      applyNow: action,
      lose: action,
      forget: action,
    });
  }

  /** The first user starts the session. Each user must call `stop` once. */
  start(): void {
    this.users += 1;
    if (this.users > 1) return;
    void this.list();
    void this.check();
    for (const path of this.kept.names()) this.file(path);
    this.adopting = Promise.all([this.adopt(), this.forms.adopt()]);
    // Somebody else may have saved since the last visit.
    for (const [path, file] of this.stale) this.reopen(path, file);
    this.stale = [];
    this.timer = setInterval(() => void this.renew(), leaseEveryMs);
  }

  stop(): void {
    this.users -= 1;
    if (this.users > 0) return;
    clearInterval(this.timer);
    for (const file of this.opened.values()) file.flush();
    this.stale = [...this.opened];
    runInAction(() => (this.isLoaded = false));
  }

  /** Called when the connection is back: reads whatever failed without it. */
  comeBack(): void {
    void this.list();
    void this.check();
    if (this.wantsTexts) void this.load();
    for (const [path, file] of this.opened)
      if (file.state === 'loading') this.reopen(path, file);
      else file.flush();
  }

  /** Loads the texts of all files, once. */
  async load(): Promise<void> {
    if (this.isLoaded) return;
    this.wantsTexts = true;
    try {
      const [{ files, absent }] = await Promise.all([this.api.texts(), this.adopting]);
      runInAction(() => {
        this.absent = absent;
        this.known = new Map(files.map((file) => [file.path, file]));
        this.isLoaded = true;
      });
      this.checked.rememberAll();
    } catch (error) {
      // Offline, the texts of an earlier load are still usable.
      if (this.known.size > 0 && isUnreached(error)) runInAction(() => (this.isLoaded = true));
      else this.unread(error);
    }
  }

  /** An open file, without opening it. */
  find(path: string): FileSession | undefined {
    return this.opened.get(path);
  }

  /** A file, opened on first use. */
  file(path: string): FileSession {
    const open = this.opened.get(path);
    if (open) return open;
    const file = new FileSession(
      { path, open: () => this.api.open(path), save: (...save) => this.api.save(path, ...save) },
      unsavedText(this.kept, path),
      { saved: () => void this.afterSave(), refused: this.refused, maySend: this.owner.isHere },
    );
    this.opened.set(path, file);
    const known = this.known.get(path);
    const absent = { text: null, hash: this.absent, mayEdit: this.mayEdit(path) };
    if (known || this.isLoaded) file.begin({ ...(known ?? absent), before: null, editors: [] });
    else this.reopen(path, file);
    return file;
  }

  /** Opens a file that a person views, so that others see who has it open. */
  watch(path: string): FileSession {
    const file = this.file(path);
    if (path !== this.watched) {
      this.watched = path;
      if (!this.opening.has(path)) void this.renew();
    }
    return file;
  }

  /** The text of a file now. Undefined if it is not loaded, null if it does not exist. */
  text(path: string): string | null | undefined {
    const file = this.opened.get(path);
    if (file && file.state !== 'loading') return file.text;
    return this.known.get(path)?.text ?? (this.isLoaded ? null : undefined);
  }

  /** The file's text in the base, or null if it has none. Undefined if the server is unreachable. */
  async textBefore(path: string): Promise<string | null | undefined> {
    return this.api.open(path).then(
      ({ before }) => before,
      () => undefined,
    );
  }

  /** The paths of all existing files, once they have loaded. */
  get paths(): string[] {
    const all = new Set([...this.known.keys(), ...this.opened.keys()]);
    return [...all].filter((path) => typeof this.text(path) === 'string').toSorted();
  }

  /** Whether this person may edit a file. A new file is editable if others in its folder are. */
  mayEdit(path: string): boolean {
    const known = this.known.get(path);
    if (known) return known.mayEdit;
    const [folder = ''] = path.split('/');
    return [...this.known.values()].some((file) => file.mayEdit && file.path.startsWith(`${folder}/`));
  }

  /** Whether everything is stored. */
  get state(): 'saved' | 'saving' | 'offline' | 'conflict' {
    const states = new Set([...this.opened.values()].map(({ state }) => state));
    if (states.has('conflict')) return 'conflict';
    if (states.has('offline')) return 'offline';
    return states.has('saving') || states.has('unsaved') ? 'saving' : 'saved';
  }

  /** Files with unresolved conflicts. */
  get conflicts(): [path: string, file: FileSession][] {
    return [...this.opened].filter(([, file]) => file.state === 'conflict');
  }

  /** Texts that this person typed but never stored, in files that are no longer editable. */
  get unsent(): { path: string; text: string; file: FileSession }[] {
    return [...this.opened].flatMap(([path, file]) => (file.unsent === undefined ? [] : [{ path, text: file.unsent, file }]));
  }

  /** Keeps showing text that could not be written because somebody else has changed the place. */
  lose(what: string, text: string): void {
    if (text !== '') this.lost = [...this.lost.filter((each) => each.what !== what), { what, text }].slice(-mostLost);
  }

  forget(what: string): void {
    this.lost = this.lost.filter((each) => each.what !== what);
  }

  /**
   * Gives files new texts, which were made from the current `text`. One undo reverts all of them under this name.
   *
   * @param visit the visit to a field that this edit belongs to: one undo reverts all edits of a visit
   * @returns false if a file is read-only or has changed at the same place; then no file is changed
   */
  async edit(name: string, texts: readonly FileText[], visit?: object): Promise<boolean> {
    const step = { name, visit, texts: texts.map(({ file, text }) => ({ file, before: this.text(file) ?? null, after: text })) };
    if (!(await this.apply(step.texts))) return false;
    this.history.add(step);
    return true;
  }

  get undoName(): string | undefined {
    return this.history.last?.name;
  }

  get redoName(): string | undefined {
    return this.history.lastUndone?.name;
  }

  /** Undoes the last edit, and keeps what was typed since. Returns false if the two overlap. */
  async undo(): Promise<boolean> {
    const step = this.history.last;
    const back = step?.texts.map(({ file, before, after }) => ({ file, before: after, after: before }));
    if (!step || !back || !(await this.apply(back))) return false;
    this.history.takeBack(step);
    return true;
  }

  async redo(): Promise<boolean> {
    const step = this.history.lastUndone;
    if (!step || !(await this.apply(step.texts))) return false;
    this.history.redo(step);
    return true;
  }

  /**
   * Applies a problem's fix in all its files, and keeps what was typed since the check. If a checked text is unknown here, or somebody has
   * changed the same place, it returns false and checks again.
   */
  async fix({ edits = [] }: Problem, name: string): Promise<boolean> {
    await Promise.all(edits.map(({ file }) => this.ready(file)));
    const texts = this.checked.fixed(edits);
    const isDone = texts !== undefined && (await this.apply(texts));
    if (isDone) this.history.add({ name, texts });
    else void this.check();
    return isDone;
  }

  /** Sends the texts of closed tabs. */
  private async adopt(): Promise<void> {
    await Promise.all(this.opening.values());
    for (const path of await this.kept.adopt((each) => this.opened.get(each)?.isAtRest ?? true)) {
      const open = this.opened.get(path);
      if (!open) this.file(path);
      else if (open.mayEdit) open.restore();
      // A loading file picks up the text when the server answers.
      else if (open.state === 'readOnly') this.reopen(path, open);
    }
  }

  private async ready(path: string): Promise<void> {
    if (this.file(path).state === 'loading') await this.opening.get(path);
  }

  private async apply(texts: readonly TextStep[]): Promise<boolean> {
    const done = this.applyNow(texts);
    if (done !== undefined) return done;
    await Promise.all(texts.map(({ file }) => this.ready(file)));
    return this.applyNow(texts) ?? false;
  }

  /** One action: the page may be closing, so the texts are kept before anything redraws. Undefined while a file is loading. */
  private applyNow(texts: readonly TextStep[]): boolean | undefined {
    const files = texts.map(({ file }) => this.file(file));
    if (files.some(({ state }) => state === 'loading')) return undefined;
    const merged = texts.map(({ file, before, after }, index) => {
      const now = files[index]?.text ?? undefined;
      return mergeFile(file, { base: before ?? undefined, mine: now, theirs: after ?? undefined });
    });
    if (files.some(({ mayEdit }) => !mayEdit) || merged.some(({ conflicts }) => conflicts.length > 0)) return false;
    files.forEach((file, index) => file.type(merged[index]?.content ?? null, 0));
    return true;
  }

  private async afterSave(): Promise<void> {
    // While other saves are pending, the compiler would report half-saved edits as problems.
    if (this.state === 'saving') return;
    await Promise.all([this.check(), this.list(), this.adopt()]);
  }

  private async list(): Promise<void> {
    try {
      const { files } = await this.api.files();
      runInAction(() => (this.files = files));
    } catch (error) {
      this.unread(error);
    }
  }

  /** Runs one check at a time. A save during a check triggers another one afterwards. */
  private async check(): Promise<void> {
    if (this.isChecking) {
      this.asksAgain = true;
      return;
    }
    runInAction(() => (this.isChecking = true));
    try {
      do {
        this.asksAgain = false;
        const { revision, problems, hashes } = await this.api.problems();
        this.checked.take(hashes);
        runInAction(() => {
          this.problems = byWeight(problems);
          this.checkedRevision = revision;
          if (!problems.some(({ severity }) => severity === 'error')) this.shownRevision = revision;
        });
      } while (this.asksAgain);
    } catch (error) {
      this.unread(error);
    } finally {
      runInAction(() => (this.isChecking = false));
    }
  }

  private reopen(path: string, file: FileSession): void {
    this.opening.set(
      path,
      file.open().then(
        () => this.checked.remember(path),
        (error: unknown) => this.unread(error),
      ),
    );
  }

  /** Skips connection errors, which the page already shows. */
  private unread(error: unknown): void {
    if (!isRefusal(error) || !isUnreached(error)) this.refused(error);
  }

  /** Renews the lease on the watched file, and learns who else has it open. */
  private async renew(): Promise<void> {
    const file = this.opened.get(this.watched);
    if (!file || document.hidden) return;
    const opened = await this.api.open(this.watched).catch(() => undefined);
    if (opened) runInAction(() => (file.editors = opened.editors));
  }
}
