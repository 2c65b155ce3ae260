import { observable, runInAction } from 'mobx';

/** Whether the server can be reached, by what the browser says and by how calls end. */
export class Network {
  readonly #online = observable.box(true);
  readonly #listeners = new Set<() => void>();

  constructor() {
    if (typeof window === 'undefined') return;
    this.#online.set(navigator.onLine);
    window.addEventListener('online', () => this.reached(true));
    window.addEventListener('offline', () => this.reached(false));
  }

  get online(): boolean {
    return this.#online.get();
  }

  reached(online: boolean): void {
    if (online === this.#online.get()) return;
    runInAction(() => this.#online.set(online));
    if (online) for (const listener of this.#listeners) listener();
  }

  /** Calls back when the network returns. */
  onOnline(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
