import { observable, runInAction } from 'mobx';
import type { EngineContext } from '../../engine-context.tsx';

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
  /** Gets the id of the stored file. */
  stored: (fileId: string) => void;
}

/** With these the photo is not at fault, and will be taken later. */
const passing: ReadonlySet<string> = new Set(['networkAbnormal', 'unavailable']);

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : 'networkAbnormal';

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

  constructor(options: PhotoUploadOptions) {
    this.#options = options;
  }

  get state(): UploadState {
    return this.#state.get();
  }

  /** Sends a photo; one that is still on its way is given up. */
  async send(photo: Blob): Promise<void> {
    const { engine, name, purpose, stored } = this.#options;
    this.#sending?.abort();
    const { signal } = (this.#sending = new AbortController());
    this.#waiting = undefined;
    const say = (state: UploadState) => void (signal.aborted || this.#say(state));
    say({ stage: 'sending', fraction: 0 });
    // Before it is sent: the page may be closed on the way.
    const kept = engine.waitingFiles?.keep(name, photo).catch(() => false);
    try {
      const { fileId } = await engine.upload(photo, purpose, (fraction) => say({ stage: 'sending', fraction }), signal);
      if (signal.aborted) return;
      stored(fileId);
      say({ stage: 'done' });
      await kept;
      await this.#drop();
    } catch (error) {
      const isKept = (await kept) === true;
      if (!signal.aborted) await this.#failed(codeOf(error), photo, isKept);
    }
  }

  fail(code: string): void {
    this.#say({ stage: 'failed', code });
  }

  /**
   * Takes up what waits on the device, and sends it when the network is back. The function returned ends that, and what is on its way.
   *
   * @param found gets a photo of an earlier visit, which is then sent
   */
  start(isAnswered: boolean, found: (photo: Blob) => void): () => void {
    const { waitingFiles } = this.#options.engine;
    let isOver = false;
    const takeUp = async () => {
      if (isAnswered) return this.#drop();
      const photo = await waitingFiles?.load(this.#options.name);
      if (!photo || isOver || this.#sending?.signal.aborted === false) return;
      found(photo);
      await this.send(photo);
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

  #sendByItself(): void {
    if (!this.#waiting) return;
    this.#sentByItself += 1;
    void this.send(this.#waiting);
  }

  async #failed(code: string, photo: Blob, isKept: boolean): Promise<void> {
    const { waitingFiles } = this.#options.engine;
    if (passing.has(code)) return isKept ? this.#wait(code, photo) : this.#say({ stage: 'failed', code: waitingFiles ? 'notKept' : code });
    this.#say({ stage: 'failed', code });
    if (isKept) await this.#drop();
  }

  #wait(code: string, photo: Blob): void {
    // It stays on the device; but no word of going by itself once it will not.
    if (this.#sentByItself >= maxSentByItself) return this.#say({ stage: 'failed', code });
    this.#waiting = photo;
    this.#say({ stage: 'waiting' });
    // Meanwhile the network may have come back, and will not come back again.
    if (this.#options.engine.waitingFiles?.isOnline()) setTimeout(() => this.#sendByItself(), restMs);
  }

  async #drop(): Promise<void> {
    const { engine, name } = this.#options;
    await engine.waitingFiles?.drop(name).catch(nothing);
  }

  #say(state: UploadState): void {
    runInAction(() => this.#state.set(state));
  }
}
