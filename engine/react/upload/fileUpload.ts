import { observable, runInAction } from 'mobx';
import type { EngineContext } from '../engine-context.tsx';
import { deviceFile, waitingName } from '../waitingFiles.ts';

export type UploadState =
  | { stage: 'none' }
  | { stage: 'sending'; fraction: number }
  /** Stored on this device until there is a connection. */
  | { stage: 'waiting' }
  | { stage: 'failed'; code: string }
  | { stage: 'done' };

export interface FileUploadOptions {
  engine: Pick<EngineContext, 'upload' | 'waitingFiles'>;
  /** Name of the field, under which a photo waits on the device. */
  name: string;
  purpose: string;
  /** The form can be sent before the photo. Until the upload gives an id, the answer is a placeholder (`deviceFile`). */
  queued: boolean;
  /** Sets the answer: the file's id, the placeholder of a waiting file, or none. */
  answer: (value: string | undefined) => void;
}

/** Temporary errors: the photo itself is fine and can be sent later. */
const passing: ReadonlySet<string> = new Set(['networkAbnormal', 'unavailable']);

const codeOf = (error: unknown, otherwise: string): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : otherwise;

const nothing = () => undefined;

/** After this many automatic attempts the person has to retry, because an unstable network must not use up their data. */
const maxSentByItself = 5;
/** Pause between two attempts when the network is up but the upload failed. */
const restMs = 3000;

/** Uploads the photos of a field and reports progress. If the app can store files, a photo waits there for a connection. */
export class FileUpload {
  readonly #options: FileUploadOptions;
  readonly #state = observable.box<UploadState>({ stage: 'none' }, { deep: false });
  #sending: AbortController | undefined;
  #waiting: Blob | undefined;
  #sentByItself = 0;
  #answered: string | undefined;

  constructor(options: FileUploadOptions) {
    this.#options = options;
  }

  get state(): UploadState {
    return this.#state.get();
  }

  /** Starts a new photo and drops the previous one. */
  begin(): void {
    this.#sending?.abort();
    this.#waiting = undefined;
    this.#answer(undefined);
  }

  /** Sends a photo that the person chose, as soon as it is ready. Aborts an upload in progress. */
  send(photo: Blob | Promise<Blob>): Promise<void> {
    this.#sentByItself = 0;
    return this.#send(Promise.resolve(photo));
  }

  /** Removes the file from the answer and from the device. */
  remove(): void {
    this.begin();
    this.#say({ stage: 'none' });
    void this.#drop();
  }

  fail(code: string): void {
    this.#say({ stage: 'failed', code });
  }

  /** Whether this upload produced the answer. If not, the answer came from elsewhere, such as a cleared form or a carried-over answer. */
  gave(value: unknown): boolean {
    return value === this.#answered;
  }

  /** Stops handling its photo, because the answer was changed elsewhere. */
  leave(): void {
    this.#waiting = undefined;
    this.#sending?.abort();
    this.#say({ stage: 'none' });
  }

  /**
   * Resumes with a photo that waits on the device, and sends it when the connection returns. Call the returned function to stop
   * this and any upload.
   *
   * @param answer the current value of the field
   * @param found receives a photo of an earlier visit, which is then sent
   */
  start(answer: unknown, found: (photo: Blob) => void): () => void {
    const { waitingFiles } = this.#options.engine;
    let isOver = false;
    const takeUp = async () => {
      if (typeof answer === 'string' && waitingName(answer) === undefined) return this.#drop();
      const kept = await waitingFiles?.load(this.#options.name);
      if (!kept || isOver || this.#sending?.signal.aborted === false) return;
      found(kept.file);
      await this.send(kept.file);
    };
    takeUp().catch(nothing);
    const stop = waitingFiles?.onOnline(() => this.#sendByItself());
    return () => {
      isOver = true;
      stop?.();
      this.#waiting = undefined;
      this.#sending?.abort();
    };
  }

  async #send(making: Promise<Blob>): Promise<void> {
    const { engine, name, purpose, queued } = this.#options;
    this.#sending?.abort();
    const { signal } = (this.#sending = new AbortController());
    this.#waiting = undefined;
    const say = (state: UploadState) => void (signal.aborted || this.#say(state));
    if (queued && engine.waitingFiles) this.#answer(deviceFile(name));
    say({ stage: 'sending', fraction: 0 });
    // Stored before the upload, because the page can close at any time.
    const waiting = making.then((file) => ({ file, purpose }));
    const kept = engine.waitingFiles?.keep(name, waiting).catch(() => false);
    const made = await making.then(
      (photo) => ({ photo }),
      (error: unknown) => ({ code: codeOf(error, 'photoProblem') }),
    );
    if (signal.aborted) return;
    if ('code' in made) return this.#failed(made.code, false);
    const { photo } = made;
    try {
      const { fileId } = await engine.upload(photo, purpose, (fraction) => say({ stage: 'sending', fraction }), signal);
      if (signal.aborted) return;
      this.#answer(fileId);
      say({ stage: 'done' });
      await kept;
      if (!signal.aborted) await this.#drop();
    } catch (error) {
      const isKept = (await kept) === true;
      if (signal.aborted) return;
      const code = codeOf(error, 'networkAbnormal');
      if (isKept && passing.has(code)) this.#wait(code, photo);
      else await this.#failed(code, isKept);
    }
  }

  #sendByItself(): void {
    if (!this.#waiting) return;
    this.#sentByItself += 1;
    void this.#send(Promise.resolve(this.#waiting));
  }

  async #failed(code: string, isKept: boolean): Promise<void> {
    const { waitingFiles } = this.#options.engine;
    if (this.#answered !== undefined) this.#answer(undefined);
    this.#say({ stage: 'failed', code: passing.has(code) && waitingFiles ? 'notKept' : code });
    if (isKept) await this.#drop();
  }

  #wait(code: string, photo: Blob): void {
    const mayGo = this.#sentByItself < maxSentByItself;
    // The photo stays on the device, but the status no longer promises an automatic retry.
    if (!mayGo && !this.#options.queued) return this.#say({ stage: 'failed', code });
    this.#say({ stage: 'waiting' });
    if (!mayGo) return;
    this.#waiting = photo;
    // The connection may already be back, in which case no event would follow.
    if (this.#options.engine.waitingFiles?.isOnline()) setTimeout(() => this.#sendByItself(), restMs);
  }

  async #drop(): Promise<void> {
    const { engine, name } = this.#options;
    await engine.waitingFiles?.drop(name).catch(nothing);
  }

  #answer(value: string | undefined): void {
    this.#answered = value;
    this.#options.answer(value);
  }

  #say(state: UploadState): void {
    runInAction(() => this.#state.set(state));
  }
}
