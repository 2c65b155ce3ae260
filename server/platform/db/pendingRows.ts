import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deps } from '../deps.ts';

/** More than the places in a large product. Keeps a flood from filling the memory. */
const pendingAtMost = 20_000;
const atOnce = 200;

interface PendingOptions<Row> {
  store: (rows: readonly Row[]) => Promise<void>;
  log: Pick<Deps['log'], 'warn'>;
  /** Names the rows in the log when a write fails. */
  what: string;
}

/**
 * Buffers rows and writes them outside the transaction that causes them. Adding never waits, never fails and never joins the caller's
 * transaction. Everything added during one write goes into the next one, so a row that many people change is locked once for all of them. A
 * node that is killed loses what it has not written.
 */
export class PendingRows<Row> {
  readonly #options: PendingOptions<Row>;
  readonly #pending = new Map<string, Row>();
  /** Restores this context, so that a write never runs inside the caller's transaction. */
  readonly #beside = AsyncLocalStorage.snapshot();
  #writing: Promise<void> | undefined;

  constructor(options: PendingOptions<Row>) {
    this.#options = options;
  }

  /** @returns false if there was no room */
  add(key: string, rowOf: (pending: Row | undefined) => Row): boolean {
    const known = this.#pending.get(key);
    if (known === undefined && this.#pending.size >= pendingAtMost) return false;
    this.#pending.set(key, rowOf(known));
    this.#writing ??= this.#beside(() => this.#write());
    return true;
  }

  /** Waits until everything added is written. Never call it inside a transaction. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      // Rows added in the same turn are written together.
      await Promise.resolve();
      while (this.#pending.size > 0) await this.#store();
    } catch (err) {
      this.#options.log.warn({ err }, `${this.#options.what} could not be stored`);
    } finally {
      this.#writing = undefined;
    }
  }

  async #store(): Promise<void> {
    const keys = [...this.#pending.keys()].slice(0, atOnce);
    // Every node locks rows in the same order, so that no deadlock arises.
    const rows = keys.toSorted().flatMap((key) => this.#pending.get(key) ?? []);
    for (const key of keys) this.#pending.delete(key);
    await this.#options.store(rows);
  }
}
