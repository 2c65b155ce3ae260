import { observable, runInAction } from 'mobx';
import type { QueuedRequest } from '../../../engine/react/screen/types.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import type { Exclusively } from './exclusively.ts';

/** A request as stored on the device. */
export interface StoredRequest extends QueuedRequest {
  /** Absent once sent. */
  input?: Record<string, unknown>;
}

type Change = { [Name in keyof StoredRequest]?: StoredRequest[Name] | undefined };

export interface RequestListOptions {
  /** Encrypts its values; erased at logout, together with the requests. */
  store: DraftStore;
  /** Owner of the requests. Each person's are stored separately. */
  customerId: () => string | undefined;
  exclusively: Exclusively;
  report: (error: unknown, where: string) => void;
}

/** Number of sent requests that are still listed. */
const keptSent = 5;

/**
 * Requests of the logged-in person, in the store and in memory. Each change starts from the store, because another tab of the same person
 * writes there too.
 */
export class RequestList {
  readonly #options: RequestListOptions;
  readonly #kept = observable.array<StoredRequest>([], { deep: false });
  /** Owner of the requests in memory. */
  #owner: string | undefined;

  constructor(options: RequestListOptions) {
    this.#options = options;
  }

  get owner(): string | undefined {
    return this.#owner;
  }

  all(): readonly StoredRequest[] {
    return this.#kept;
  }

  find(id: string): StoredRequest | undefined {
    return this.#kept.find((each) => each.id === id);
  }

  /** Loads the stored requests of the logged-in person. */
  async read(): Promise<void> {
    const owner = this.#options.customerId();
    if (owner === undefined) return this.forget();
    const kept = await this.#options.store.load(keyOf(owner));
    if (owner !== this.#options.customerId()) return;
    // After a failure the store uses memory and lacks earlier requests.
    if (Array.isArray(kept)) this.#show(kept as StoredRequest[]);
    else if (owner !== this.#owner) this.#show([]);
    this.#owner = owner;
  }

  add(request: StoredRequest): Promise<void> {
    return this.#write((list) => [...list, request]);
  }

  change(id: string, change: Change): Promise<void> {
    return this.#write((list) => withoutOldSent(list.map((each) => (each.id === id ? withoutAbsent({ ...each, ...change }) : each))));
  }

  remove(id: string): Promise<void> {
    return this.#write((list) => list.filter((each) => each.id !== id));
  }

  /** Clears the memory at logout. */
  forget(): void {
    this.#owner = undefined;
    this.#show([]);
  }

  async #write(edit: (list: readonly StoredRequest[]) => StoredRequest[]): Promise<void> {
    const owner = this.#owner;
    if (owner === undefined) return;
    await this.#options.exclusively(`list.${owner}`, async () => {
      await this.read();
      if (owner !== this.#owner) return;
      this.#show(edit(this.#kept));
      const { store, report } = this.#options;
      await store.save(keyOf(owner), this.#kept.slice()).catch((error: unknown) => report(error, 'outbox'));
    });
  }

  #show(list: readonly StoredRequest[]): void {
    runInAction(() => this.#kept.replace([...list]));
  }
}

const keyOf = (customerId: string) => `outbox.${customerId}`;

function withoutOldSent(list: readonly StoredRequest[]): StoredRequest[] {
  const shown = new Set(list.filter(({ state }) => state === 'sent').slice(-keptSent));
  return list.filter((each) => each.state !== 'sent' || shown.has(each));
}

const withoutAbsent = (request: Change): StoredRequest =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as unknown as StoredRequest;
