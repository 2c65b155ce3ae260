import { deviceFile, type WaitingFile, type WaitingFiles, waitingName } from '../../../engine/react/waitingFiles.ts';
import { ApiProblem } from '../../api/problem.ts';

export type FileStore = Pick<WaitingFiles, 'keep' | 'load' | 'drop'>;

type Input = Record<string, unknown>;

/** Each request has copies of its own: the form it came from may take other photos meanwhile. */
const copyOf = (id: string, name: string) => `outbox.${id}.${name}`;

/** Names of the waiting files that a request's input stands for. */
export function filesIn(value: unknown): string[] {
  const name = waitingName(value);
  if (name !== undefined) return [name];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : [];
}

/** The input with the id of the stored file where the waiting one stood; without that answer when there is none. */
export function withFile(input: Input, name: string, fileId: string | undefined): Input {
  const replaced = (value: unknown): unknown => {
    if (value === deviceFile(name)) return fileId;
    if (Array.isArray(value)) return value.map(replaced);
    return typeof value === 'object' && value !== null ? withFile(value as Input, name, fileId) : value;
  };
  const entries = Object.entries(input).map(([key, value]) => [key, replaced(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The files of queued requests, on the device and on their way. */
export class QueuedFiles {
  readonly #store: FileStore;
  readonly #upload: (waiting: WaitingFile) => Promise<string>;

  /** `upload` answers the id of the stored file; it rejects with `ApiProblem`. */
  constructor(store: FileStore, upload: (waiting: WaitingFile) => Promise<string>) {
    this.#store = store;
    this.#upload = upload;
  }

  /** Copies them for a request. Rejects with `photoProblem` at the answer of one that is not there, or finds no room. */
  async claim(id: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const waiting = await this.#store.load(name);
      if (waiting && (await this.#store.keep(copyOf(id, name), waiting))) continue;
      await this.drop(id, names);
      throw new ApiProblem('photoProblem', { status: 422 });
    }
  }

  /** The form has them no more. */
  async release(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#store.drop(name)));
  }

  /** The request is not: the form has them again. */
  async giveBack(id: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const waiting = await this.#store.load(copyOf(id, name));
      if (waiting) await this.#store.keep(name, waiting);
    }
    await this.drop(id, names);
  }

  async drop(id: string, names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#store.drop(copyOf(id, name))));
  }

  /** Sends one, and answers the id under which it is stored. Rejects with `ApiProblem`. */
  async send(id: string, name: string): Promise<string> {
    const waiting = await this.#store.load(copyOf(id, name));
    if (!waiting) throw new ApiProblem('photoProblem', { status: 422 });
    return this.#upload(waiting);
  }
}
