import { observable, runInAction } from 'mobx';
import type { EngineContext } from '../../engine-context.tsx';
import { deviceFile, waitingName } from '../../waitingFiles.ts';

export type UploadState =
  | { stage: 'none' }
  | { stage: 'sending'; fraction: number }
  /** Kept on this device until there is a network. */
  | { stage: 'waiting' }
  | { stage: 'failed'; code: string }
  | { stage: 'done' };

export interface PhotoUploadOptions {
  engine: Pick<EngineContext, 'upload' | 'waitingFiles'>;
  /** Of the field: under it a photo waits on the device. */
  name: string;
  purpose: string;
  /** The form may be sent before the photo is: until it has an id, the answer stands for the one that waits (`deviceFile`). */
  queued: boolean;
  /** Takes the answer: the id of the stored file, what stands for one that waits, or none. */
  answer: (value: string | undefined) => void;
}

/** With these the photo is not at fault, and will be taken later. */
const passing: ReadonlySet<string> = new Set(['networkAbnormal', 'unavailable']);

const codeOf = (error: unknown, otherwise: string): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : otherwise;

const nothing = () => undefined;

/** After so many it waits for a hand: a network that comes and goes must not cost the person's data without end. */
const maxSentByItself = 5;
/** Between two, where the network is there, but what was sent did not arrive. */
const restMs = 3000;

/** Sends the photos of a field and says how far it has come. Where the app keeps files, one that finds no network waits for it. */
export class PhotoUpload {
  readonly #options: PhotoUploadOptions;
  readonly #state = observable.box<UploadState>({ stage: 'none' }, { deep: false });
  #sending: AbortController | undefined;
  #waiting: Blob | undefined;
  #sentByItself = 0;
  #answered: string | undefined;

  constructor(options: PhotoUploadOptions) {
    this.#options = options;
  }

  get state(): UploadState {
    return this.#state.get();
  }

  /** Another photo is taken: the one before no longer counts. */
  begin(): void {
    this.#sending?.abort();
    this.#waiting = undefined;
    this.#answer(undefined);
  }

  /** Sends a photo that a hand gave, as soon as it is made; one that is still on its way is given up. */
  send(photo: Blob | Promise<Blob>): Promise<void> {
    this.#sentByItself = 0;
    return this.#send(Promise.resolve(photo));
  }

  fail(code: string): void {
    this.#say({ stage: 'failed', code });
  }

  /** Whether an answer of the field is this one's; any other was given by somebody else: a form cleared, an answer taken over. */
  gave(value: unknown): boolean {
    return value === this.#answered;
  }

  /** Has nothing more to do with its photo: whoever changed the answer has it now. */
  leave(): void {
    this.#waiting = undefined;
    this.#sending?.abort();
    this.#say({ stage: 'none' });
  }

  /**
   * Takes up what waits on the device, and sends it when the network is back. The function returned ends that, and what is on its way.
   *
   * @param answer what the field holds
   * @param found gets a photo of an earlier visit, which is then sent
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
    // Before it is sent: the page may be closed on the way.
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
    // It stays on the device; but no word of going by itself once it will not.
    if (!mayGo && !this.#options.queued) return this.#say({ stage: 'failed', code });
    this.#say({ stage: 'waiting' });
    if (!mayGo) return;
    this.#waiting = photo;
    // Meanwhile the network may have come back, and will not come back again.
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
