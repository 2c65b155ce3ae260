import { deviceFile, type WaitingFile, type WaitingFiles, waitingName } from '../../../engine/react/waitingFiles.ts';
import { ApiProblem } from '../../api/problem.ts';

export type FileStore = Pick<WaitingFiles, 'keep' | 'load' | 'drop'>;

type Input = Record<string, unknown>;

/** Each request has its own copies, because its form may take new photos meanwhile. */
const copyOf = (id: string, name: string) => `outbox.${id}.${name}`;

/** Names of the waiting files in a request's input. */
export function filesIn(value: unknown): string[] {
  const name = waitingName(value);
  if (name !== undefined) return [name];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : [];
}

/** The input with the waiting file replaced by its stored id, or removed when there is no id. */
export function withFile(input: Input, name: string, fileId: string | undefined): Input {
  const replaced = (value: unknown): unknown => {
    if (value === deviceFile(name)) return fileId;
    if (Array.isArray(value)) return value.map(replaced);
    return typeof value === 'object' && value !== null ? withFile(value as Input, name, fileId) : value;
  };
  const entries = Object.entries(input).map(([key, value]) => [key, replaced(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Files of queued requests, on the device and while uploading. */
export class QueuedFiles {
  readonly #store: FileStore;
  readonly #upload: (waiting: WaitingFile) => Promise<string>;

  /** @param upload returns the id of the stored file; rejects with `ApiProblem` */
  constructor(store: FileStore, upload: (waiting: WaitingFile) => Promise<string>) {
    this.#store = store;
    this.#upload = upload;
  }

  /** Copies files for a request. Rejects with `photoProblem` when a file is missing or there is no space. */
  async claim(id: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const waiting = await this.#store.load(name);
      if (waiting && (await this.#store.keep(copyOf(id, name), waiting))) continue;
      await this.drop(id, names);
      throw new ApiProblem('photoProblem', { status: 422 });
    }
  }

  /** Removes the form's copies. */
  async release(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#store.drop(name)));
  }

  /** Returns the files to the form when the request was not queued. */
  async restore(id: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const waiting = await this.#store.load(copyOf(id, name));
      if (waiting) await this.#store.keep(name, waiting);
    }
    await this.drop(id, names);
  }

  async drop(id: string, names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#store.drop(copyOf(id, name))));
  }

  /** Uploads a file and returns its id. Rejects with `ApiProblem`. */
  async send(id: string, name: string): Promise<string> {
    const waiting = await this.#store.load(copyOf(id, name));
    if (!waiting) throw new ApiProblem('photoProblem', { status: 422 });
    return this.#upload(waiting);
  }
}
