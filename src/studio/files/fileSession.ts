import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { mergeFile } from '../../../engine/merge/index.ts';
import type { Conflict, Side } from '../../../server/contract/staff/studio.ts';
import { isRefusal, isTemporary } from '../../../engine/react/screen/types.ts';

export interface OpenedFile {
  text: string | null;
  before: string | null;
  hash: string;
  mayEdit: boolean;
  editors: string[];
}

interface SavedFile {
  state: 'saved' | 'merged' | 'conflict';
  text: string | null;
  hash: string;
  conflicts: Conflict[];
}

/** Resolves the conflicts with the stored text that has the hash `onto`, one decision for each, in order. */
interface Settlement {
  onto: string;
  keep: readonly Side[];
}

export interface FileApi {
  path: string;
  open: () => Promise<OpenedFile>;
  save: (basedOn: string, text: string | null, settle?: Settlement) => Promise<SavedFile>;
}

/** Keeps unsaved text in the browser's storage, so that closing the tab loses nothing. */
export interface Unsaved {
  get: () => Typed | undefined;
  put: (unsaved: Typed | undefined) => void;
}

export interface Typed {
  basedOn: string;
  text: string | null;
}

export interface FileEvents {
  saved: () => void;
  refused: (error: unknown) => void;
  /** Whether the author is still logged in. Text that must not be sent stays in the browser's storage. */
  maySend: () => boolean;
}

const debounceMs = 250;
const retryMs = 4000;

/** One open file: the typed text, the server's text, and the saves between them. */
export class FileSession {
  /** Null if the file does not exist. */
  text: string | null = null;
  /** The file's text in the base, or null if it has none. */
  before: string | null = null;
  state: 'loading' | 'saved' | 'unsaved' | 'saving' | 'offline' | 'conflict' | 'readOnly' = 'loading';
  /** Other people who have the file open. */
  editors: readonly string[] = [];
  conflicts: readonly Conflict[] = [];
  /** Whether the last save merged somebody else's edits. */
  isMerged = false;
  /** Whether the text was typed before the browser closed, and is being sent now. */
  isRestored = false;
  /** Text that this person typed but never stored, in a file that is no longer editable. */
  unsent: string | undefined;
  private basedOn = '';
  /** Hash of the server's text while it conflicts with the local one. */
  private onto = '';
  /** The server's whole text while no common ancestor is known. */
  private stored: Pick<OpenedFile, 'text' | 'hash'> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly api: FileApi;
  private readonly unsaved: Unsaved;
  private readonly onSaved: () => void;
  private readonly onRefused: (error: unknown) => void;
  private readonly maySend: () => boolean;

  constructor(api: FileApi, unsaved: Unsaved, on: FileEvents) {
    this.api = api;
    this.unsaved = unsaved;
    this.onSaved = on.saved;
    this.onRefused = on.refused;
    this.maySend = on.maySend;
    makeObservable(this, {
      text: observable,
      before: observableRef,
      state: observable,
      editors: observableRef,
      conflicts: observableRef,
      isMerged: observable,
      isRestored: observable,
      unsent: observable,
      isBusy: computed,
      mayEdit: computed,
      type: action,
      settle: action,
      restore: action,
      discard: action,
    });
  }

  /** Hash of the text, if the server has it. */
  get storedHash(): string | undefined {
    return this.state === 'saved' || this.state === 'readOnly' ? this.basedOn : undefined;
  }

  get isBusy(): boolean {
    return this.state === 'saving' || this.state === 'unsaved';
  }

  /** Rejects if the file cannot be opened. */
  async open(): Promise<void> {
    this.begin(await this.api.open());
  }

  /**
   * Starts from the server's text, and restores what was typed before the browser closed. If the file is read-only, that text is only
   * shown.
   */
  begin({ text, before, hash, mayEdit, editors }: OpenedFile): void {
    // A second answer must not reset a text that is being saved.
    if (this.isBusy) return;
    const found = this.unsaved.get();
    const kept = mayEdit ? found : undefined;
    runInAction(() => {
      this.unsent = !mayEdit && found && found.text !== text ? (found.text ?? undefined) : undefined;
      this.conflicts = [];
      this.stored = undefined;
      this.before = before;
      this.editors = editors;
      this.basedOn = kept?.basedOn ?? hash;
      this.text = kept ? kept.text : text;
      this.isRestored = kept !== undefined && kept.text !== text;
      this.state = mayEdit ? 'saved' : 'readOnly';
    });
    if (this.isRestored) this.saveSoon(0);
    else if (kept) this.unsaved.put(undefined);
  }

  /** Whether no save is pending. If a save is running, its end would delete text taken over from another tab. */
  get isAtRest(): boolean {
    return this.state === 'saved' || this.state === 'readOnly' || this.state === 'loading';
  }

  /** Sends text taken over from another tab. The server merges it with its own. */
  restore(): void {
    const kept = this.unsaved.get();
    if (!kept) return;
    this.basedOn = kept.basedOn;
    this.text = kept.text;
    this.isRestored = true;
    this.state = 'unsaved';
    this.saveSoon(0);
  }

  get mayEdit(): boolean {
    return this.state !== 'readOnly' && this.state !== 'conflict' && this.state !== 'loading';
  }

  /** @param afterMs how long to debounce the save */
  type(text: string | null, afterMs = debounceMs): void {
    if (!this.mayEdit || text === this.text) return;
    this.text = text;
    this.isMerged = false;
    this.unsaved.put({ basedOn: this.basedOn, text });
    if (this.state !== 'saving') this.state = 'unsaved';
    this.saveSoon(afterMs);
  }

  /** Saves with a decision on each conflict. */
  settle(keep: readonly Side[]): void {
    const { stored } = this;
    this.conflicts = [];
    this.state = 'unsaved';
    if (stored) this.goOnFrom(stored, keep[0] === 'theirs' ? stored.text : this.text);
    else void this.save({ onto: this.onto, keep });
  }

  /** Schedules a save in place of one already scheduled. */
  saveSoon(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), afterMs);
  }

  /** Sends text that still waits for its save. Called when nobody views the file any more, and when the connection is back. */
  flush(): void {
    if (this.state !== 'unsaved' && this.state !== 'offline') return;
    clearTimeout(this.timer);
    void this.save();
  }

  /** Discards text that cannot be stored. */
  discard(): void {
    this.unsent = undefined;
    this.unsaved.put(undefined);
  }

  private async save(settle?: Settlement): Promise<void> {
    if (!this.maySend()) return;
    if (this.state === 'saving' || this.state === 'conflict' || this.state === 'readOnly') return;
    const sent = this.text;
    runInAction(() => (this.state = 'saving'));
    try {
      const saved = await this.api.save(this.basedOn, sent, settle);
      runInAction(() => this.take(saved, sent));
      if (saved.state !== 'conflict') this.onSaved();
    } catch (error) {
      runInAction(() => (this.state = 'offline'));
      if (isTemporary(error)) this.saveSoon(retryMs);
      else await this.refuse(error);
    }
  }

  /** The server refuses a save if it does not know the base text, if the conflicts have changed since, or if the change is closed. */
  private async refuse(refusal: unknown): Promise<void> {
    const opened =
      isRefusal(refusal) && ['versionLost', 'changeClosed', 'otherConflicts'].includes(refusal.code)
        ? await this.api.open().catch(() => undefined)
        : undefined;
    if (opened?.mayEdit === false) this.begin(opened);
    else if (opened) runInAction(() => this.collide(opened));
    else this.onRefused(refusal);
  }

  /** Makes one conflict of the two whole texts. */
  private collide({ text, hash }: OpenedFile): void {
    this.stored = { text, hash };
    const { path } = this.api;
    this.conflicts = [{ path, at: 'file', ...(this.text !== null && { mine: this.text }), ...(text !== null && { theirs: text }) }];
    this.state = 'conflict';
    if (text === this.text) this.goOnFrom({ text, hash }, text);
  }

  /** Continues with a text that is based on the server's. */
  private goOnFrom({ text: stored, hash }: Pick<OpenedFile, 'text' | 'hash'>, text: string | null): void {
    this.stored = undefined;
    this.basedOn = hash;
    this.text = text;
    this.state = text === stored ? 'saved' : 'unsaved';
    this.unsaved.put(text === stored ? undefined : { basedOn: hash, text });
    if (text !== stored) this.saveSoon(0);
  }

  private take({ state, text, hash, conflicts }: SavedFile, sent: string | null): void {
    if (state === 'conflict') {
      this.onto = hash;
      this.conflicts = conflicts;
      this.state = 'conflict';
      return;
    }
    const wentOn = this.text !== sent;
    if (state === 'merged') {
      // The server has what was sent. Whatever was typed since is an edit of that.
      const merged = mergeFile(this.api.path, { base: sent ?? undefined, mine: this.text ?? undefined, theirs: text ?? undefined });
      if (merged.conflicts.length > 0) {
        // The next save reports both conflicts, because it still names the text that this editor started from.
        this.state = 'unsaved';
        this.saveSoon(debounceMs);
        return;
      }
      this.isMerged = true;
      this.text = merged.content ?? null;
    }
    this.basedOn = hash;
    this.state = wentOn ? 'unsaved' : 'saved';
    this.unsaved.put(wentOn ? { basedOn: hash, text: this.text } : undefined);
    if (wentOn) this.saveSoon(debounceMs);
  }
}
