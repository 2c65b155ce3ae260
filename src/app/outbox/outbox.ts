import type { QueuedRequest, RequestQueue } from '../../../engine/react/screen/types.ts';
import type { WaitingFile } from '../../../engine/react/waitingFiles.ts';
import type { CallOptions } from '../../api/client.ts';
import { ApiProblem, isTransient } from '../../api/problem.ts';
import { filesIn, type FileStore, QueuedFiles, withFile } from './queuedFiles.ts';
import { type StoredRequest, RequestList, type RequestListOptions } from './requestList.ts';

export interface OutboxOptions extends RequestListOptions {
  call: (operation: string, input: Record<string, unknown>, options: CallOptions) => Promise<unknown>;
  /** Storage of files until they are sent. */
  files: FileStore;
  /** Uploads a file and returns its id. Rejects with `ApiProblem`. */
  upload: (waiting: WaitingFile) => Promise<string>;
  /** Called when a queued request was sent. */
  onSent: (request: QueuedRequest) => void;
  now?: () => Date;
  newId?: () => string;
}

/**
 * Requests stored encrypted, with their files, before they are sent, so that neither a lost connection nor a closed page loses one. Each
 * carries one idempotency key for all attempts.
 */
export class Outbox implements RequestQueue {
  readonly #options: Required<OutboxOptions>;
  readonly #list: RequestList;
  readonly #files: QueuedFiles;

  constructor(options: OutboxOptions) {
    this.#options = { now: () => new Date(), newId: () => crypto.randomUUID(), ...options };
    this.#list = new RequestList(options);
    this.#files = new QueuedFiles(options.files, options.upload);
  }

  requests(operation: string): readonly QueuedRequest[] {
    return this.#list
      .all()
      .filter((each) => each.operation === operation)
      .toReversed();
  }

  /** Reads the logged-in person's requests from this device and sends the waiting ones. */
  async open(): Promise<void> {
    await this.#list.read();
    await this.flush();
  }

  async send(operation: string, input: Record<string, unknown>): Promise<{ result: unknown } | 'waiting'> {
    const request = await this.#writeDown(operation, input);
    try {
      return { result: await this.#exclusively(() => this.#attempt(request.id)) };
    } catch (error) {
      if (isRetryable(error)) return 'waiting';
      await this.#files.restore(request.id, filesIn(input));
      await this.#list.remove(request.id);
      throw error;
    }
  }

  dismiss(id: string): void {
    const { files = [] } = this.#list.find(id) ?? {};
    void this.#list.remove(id).then(() => this.#files.drop(id, files));
  }

  /** Sends waiting requests in order. Refused ones stay, with the reason. */
  flush(): Promise<void> {
    return this.#exclusively(() => this.#sendWaiting());
  }

  /** Clears the memory at logout. The store is erased elsewhere. */
  forget(): void {
    this.#list.forget();
  }

  /** Copies the files first, because the form may upload and delete them meanwhile. */
  async #writeDown(operation: string, input: Record<string, unknown>): Promise<StoredRequest> {
    const id = this.#options.newId();
    const files = filesIn(input);
    await this.#files.claim(id, files);
    await this.open();
    const at = this.#options.now().toISOString();
    const request: StoredRequest = { id, operation, at, state: 'waiting', input, ...(files.length > 0 ? { files } : {}) };
    await this.#list.add(request);
    await this.#files.release(files);
    return request;
  }

  async #sendWaiting(): Promise<void> {
    const { owner } = this.#list;
    for (const { id } of this.#list.all().filter(({ state }) => state === 'waiting')) {
      if (this.#list.owner !== owner) return;
      try {
        await this.#attempt(id);
        const sent = this.#list.find(id);
        if (sent) this.#options.onSent(sent);
      } catch (error) {
        if (isRetryable(error)) return;
        await this.#list.change(id, { state: 'refused', code: codeOf(error) });
      }
    }
  }

  async #attempt(id: string): Promise<unknown> {
    const { state, result: known } = this.#mustFind(id);
    // Another tab may have sent it while this one waited for the lock.
    if (state === 'sent') return known;
    await this.#sendFiles(id);
    const { operation, input = {}, files = [] } = this.#mustFind(id);
    const result = await this.#options.call(operation, input, { idempotencyKey: id });
    await this.#list.change(id, { state: 'sent', result, input: undefined });
    await this.#files.drop(id, files);
    return result;
  }

  /** Stores each file's id before it is used, so that one key is only ever used for one request. */
  async #sendFiles(id: string): Promise<void> {
    for (const name of filesIn(this.#mustFind(id).input)) {
      const fileId = await this.#files.send(id, name).catch((error: unknown) => {
        if (isRetryable(error)) throw error;
        return undefined;
      });
      const { input = {}, filesRefused = 0 } = this.#mustFind(id);
      // Send the text without a refused photo. The person sees the refusal and may send another photo.
      const refused = fileId === undefined ? { filesRefused: filesRefused + 1 } : {};
      await this.#list.change(id, { input: withFile(input, name, fileId), ...refused });
    }
  }

  /** Throws after a logout, which removes the request. */
  #mustFind(id: string): StoredRequest {
    const found = this.#list.find(id);
    if (!found) throw new ApiProblem('unauthenticated');
    return found;
  }

  /** One request at a time, in all tabs. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const { exclusively, customerId } = this.#options;
    return exclusively(`outbox.${customerId() ?? ''}`, async () => {
      await this.#list.read();
      return work();
    });
  }
}

const codeOf = (error: unknown) => (error instanceof ApiProblem ? error.code : 'internal');

/** Temporary failures: no connection, a busy server, or an ended session. The request is sent later. */
const isRetryable = (error: unknown) =>
  isTransient(error) || (error instanceof ApiProblem && (error.code === 'tooFrequent' || error.code === 'unauthenticated'));
