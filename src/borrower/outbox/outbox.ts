import { observable, runInAction } from 'mobx';
import type { QueuedRequest, RequestQueue } from '../../../engine/react/screen/types.ts';
import type { DraftStore } from '../../../engine/session/draftStore.ts';
import type { CallOptions } from '../../api/client.ts';
import { ApiProblem, isPassing } from '../../api/problem.ts';

export interface OutboxOptions {
  call: (operation: string, input: Record<string, unknown>, options: CallOptions) => Promise<unknown>;
  /** Encrypts; erased at logout, and the requests with it. */
  store: DraftStore;
  /** Whose requests these are; each person's are kept apart. */
  customerId: () => string | undefined;
  /** A request was sent after it had waited. */
  onSent: (request: QueuedRequest) => void;
  report: (error: unknown, where: string) => void;
  now?: () => Date;
  newId?: () => string;
}

interface Kept extends QueuedRequest {
  /** Gone once it was sent. */
  input?: Record<string, unknown>;
}

/** How many that were sent are still shown. */
const keptSent = 5;

/**
 * Requests that are written down, encrypted, before they are sent: neither a lost connection nor a closed page loses one. Each
 * carries one key for all attempts, so that it is done once however often it is sent.
 */
export class Outbox implements RequestQueue {
  readonly #options: Required<OutboxOptions>;
  readonly #kept = observable.array<Kept>([], { deep: false });
  /** Whose requests are in memory. */
  #owner: string | undefined;
  #flushing: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = { now: () => new Date(), newId: () => crypto.randomUUID(), ...options };
  }

  requests(operation: string): readonly QueuedRequest[] {
    return this.#kept.filter((each) => each.operation === operation).toReversed();
  }

  /** Reads what the person who is logged in has left on this device, and sends what waits. */
  async open(): Promise<void> {
    const owner = this.#options.customerId();
    if (owner !== this.#owner) {
      const kept = owner === undefined ? [] : await this.#options.store.load(keyOf(owner));
      if (owner !== this.#options.customerId()) return;
      this.#owner = owner;
      runInAction(() => this.#kept.replace(Array.isArray(kept) ? (kept as Kept[]) : []));
    }
    await this.flush();
  }

  async send(operation: string, input: Record<string, unknown>): Promise<{ result: unknown } | 'waiting'> {
    await this.open();
    const request: Kept = { id: this.#options.newId(), operation, at: this.#options.now().toISOString(), state: 'waiting', input };
    runInAction(() => this.#kept.push(request));
    await this.#write();
    try {
      return { result: await this.#attempt(request) };
    } catch (error) {
      if (mayPass(error)) return 'waiting';
      this.dismiss(request.id);
      throw error;
    }
  }

  dismiss(id: string): void {
    runInAction(() => this.#kept.replace(this.#kept.filter((each) => each.id !== id)));
    void this.#write();
  }

  /** Sends what waits, in order; what the server refuses stays, with the reason. */
  flush(): Promise<void> {
    this.#flushing ??= this.#sendWaiting().finally(() => (this.#flushing = undefined));
    return this.#flushing;
  }

  /** Forgets what is in memory: the person has gone. */
  forget(): void {
    this.#owner = undefined;
    runInAction(() => this.#kept.clear());
  }

  async #sendWaiting(): Promise<void> {
    for (const request of this.#kept.filter(({ state }) => state === 'waiting')) {
      try {
        await this.#attempt(request);
        const sent = this.#kept.find(({ id }) => id === request.id);
        if (sent) this.#options.onSent(sent);
      } catch (error) {
        if (mayPass(error)) return;
        this.#change(request.id, { state: 'refused', code: error instanceof ApiProblem ? error.code : 'internal' });
        await this.#write();
      }
    }
  }

  async #attempt({ id, operation, input = {} }: Kept): Promise<unknown> {
    const result = await this.#options.call(operation, input, { idempotencyKey: id });
    this.#change(id, { state: 'sent', result, input: undefined });
    await this.#write();
    return result;
  }

  #change(id: string, change: { [Name in keyof Kept]?: Kept[Name] | undefined }): void {
    const changed = this.#kept.map((each) => (each.id === id ? withoutAbsent({ ...each, ...change }) : each));
    const shown = new Set(changed.filter(({ state }) => state === 'sent').slice(-keptSent));
    runInAction(() => this.#kept.replace(changed.filter((each) => each.state !== 'sent' || shown.has(each))));
  }

  /** One write after the other: a late one must not bring an older list back. */
  #write(): Promise<void> {
    const owner = this.#owner;
    if (owner === undefined) return Promise.resolve();
    const list = this.#kept.slice();
    this.#writing = this.#writing
      .then(() => (owner === this.#owner ? this.#options.store.save(keyOf(owner), list) : undefined))
      .catch((error: unknown) => this.#options.report(error, 'outbox'));
    return this.#writing;
  }
}

const keyOf = (customerId: string) => `outbox.${customerId}`;

/** No connection, a busy server, or a session that ended: it is sent another time. */
const mayPass = (error: unknown) =>
  isPassing(error) || (error instanceof ApiProblem && (error.code === 'tooFrequent' || error.code === 'unauthenticated'));

const withoutAbsent = (request: { [Name in keyof Kept]?: Kept[Name] | undefined }): Kept =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as unknown as Kept;
