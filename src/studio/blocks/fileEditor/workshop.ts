import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { ChangedFile, Problem } from '../../../../server/contract/staff/studio.ts';
import { type FileApi, FileSession, type OpenedFile } from './fileSession.ts';

/** The calls of the editor, each rejecting with a `Refusal`. */
export interface WorkshopApi {
  files: () => Promise<{ files: ChangedFile[] }>;
  open: (path: string) => Promise<OpenedFile>;
  save: (path: string, ...save: Parameters<FileApi['save']>) => ReturnType<FileApi['save']>;
  problems: () => Promise<{ revision: number; problems: Problem[]; release?: string }>;
}

const weights = ['error', 'warning'];

/** Errors first, then warnings. Hints, such as how much of a language is translated, are no problems. */
const byWeight = (problems: readonly Problem[]): Problem[] =>
  problems
    .filter(({ severity }) => weights.includes(severity))
    .toSorted((one, other) => weights.indexOf(one.severity) - weights.indexOf(other.severity));

const leaseEveryMs = 30_000;

/** The state of the editor of one change: its files, the open one, and what the compiler says. */
export class Workshop {
  files: readonly ChangedFile[] = [];
  path = '';
  file: FileSession | undefined;
  problems: readonly Problem[] | undefined;
  isChecking = false;
  /** Where the editor should show the cursor. A new object each time. */
  target: { line: number; column: number } | undefined;
  private asksAgain = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly change: string;
  private readonly api: WorkshopApi;
  private readonly refused: (error: unknown) => void;

  constructor(change: string, api: WorkshopApi, refused: (error: unknown) => void) {
    this.change = change;
    this.api = api;
    this.refused = refused;
    makeObservable(this, {
      files: observableRef,
      path: observable,
      file: observableRef,
      problems: observableRef,
      isChecking: observable,
      target: observableRef,
      open: action,
    });
  }

  async start(path: string, target?: { line: number; column: number }): Promise<void> {
    await this.list();
    if (path !== '') this.open(path, target);
    void this.check();
    this.timer = setInterval(() => void this.renew(), leaseEveryMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.file?.close();
  }

  open(path: string, target?: { line: number; column: number }): void {
    this.target = target;
    if (path === this.path) return;
    this.file?.close();
    this.path = path;
    const file = new FileSession(
      { open: () => this.api.open(path), save: (...save) => this.api.save(path, ...save) },
      unsavedText(`studio:${this.change}:${path}`),
      { saved: () => void this.afterSave(), refused: this.refused },
    );
    this.file = file;
    file.open().catch(this.refused);
  }

  /** Applies the edits of a problem's fix, each in its file. Opens the file of the problem. */
  async fix({ file, line, column, edits = [] }: Problem): Promise<void> {
    const paths = [...new Set(edits.map((edit) => edit.file))];
    for (const path of paths) {
      const own = edits.filter((edit) => edit.file === path).toSorted((a, b) => b.offset - a.offset);
      const apply = (text: string) =>
        own.reduce((now, { offset, length, text: put }) => now.slice(0, offset) + put + now.slice(offset + length), text);
      if (path === this.path && this.file) this.file.type(apply(this.file.text));
      else await this.editElsewhere(path, apply);
    }
    this.open(file, { line, column });
  }

  private async editElsewhere(path: string, apply: (text: string) => string): Promise<void> {
    try {
      const opened = await this.api.open(path);
      await this.api.save(path, opened.hash, apply(opened.text ?? ''));
      await this.afterSave();
    } catch (error) {
      this.refused(error);
    }
  }

  private async afterSave(): Promise<void> {
    await Promise.all([this.check(), this.list()]);
  }

  private async list(): Promise<void> {
    try {
      const { files } = await this.api.files();
      runInAction(() => (this.files = files));
    } catch (error) {
      this.refused(error);
    }
  }

  /** One question at a time. What is saved meanwhile asks once more afterwards. */
  private async check(): Promise<void> {
    if (this.isChecking) {
      this.asksAgain = true;
      return;
    }
    runInAction(() => (this.isChecking = true));
    try {
      do {
        this.asksAgain = false;
        const { problems } = await this.api.problems();
        runInAction(() => (this.problems = byWeight(problems)));
      } while (this.asksAgain);
    } catch (error) {
      this.refused(error);
    } finally {
      runInAction(() => (this.isChecking = false));
    }
  }

  /** Keeps the lease of the open file, and learns who else has it open. */
  private async renew(): Promise<void> {
    const { file, path } = this;
    if (!file || document.hidden) return;
    const opened = await this.api.open(path).catch(() => undefined);
    if (opened) runInAction(() => (file.editors = opened.editors));
  }
}

/** What is not stored on the server yet, in the browser's storage. Where there is none, nothing is kept. */
function unsavedText(key: string) {
  return {
    get: () => {
      try {
        const kept = localStorage.getItem(key);
        return kept === null ? undefined : (JSON.parse(kept) as { basedOn: string; text: string });
      } catch {
        return undefined;
      }
    },
    put: (unsaved: { basedOn: string; text: string } | undefined) => {
      try {
        if (unsaved) localStorage.setItem(key, JSON.stringify(unsaved));
        else localStorage.removeItem(key);
      } catch {
        // Full or forbidden: the text is still in the editor, and saved every moment.
      }
    },
  };
}
