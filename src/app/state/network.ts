import { observable, runInAction } from 'mobx';

/** How often an unreachable server is tried while nobody calls it. */
const probeMs = 5000;

/** Whether the server can be reached, by what the browser says and by how calls end. */
export class Network {
  readonly #online = observable.box(true);
  readonly #listeners = new Set<() => void>();
  readonly #probe: () => Promise<unknown>;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lostAt = 0;

  /** `probe` asks the server for anything; it rejects when there is no answer. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
    this.reached(navigator.onLine);
    window.addEventListener('online', () => this.reached(true));
    window.addEventListener('offline', () => this.reached(false));
  }

  get online(): boolean {
    return this.#online.get();
  }

  /** Whether a request that failed may well succeed in a moment; not when nothing has for a while, or the browser has no network. */
  get isHopeful(): boolean {
    return this.online || (navigator.onLine && performance.now() - this.#lostAt < probeMs);
  }

  reached(online: boolean): void {
    if (online === this.online) return;
    if (!online) this.#lostAt = performance.now();
    runInAction(() => this.#online.set(online));
    clearInterval(this.#timer);
    if (online) for (const listener of this.#listeners) listener();
    else this.#timer = setInterval(() => void this.#ask(), probeMs);
  }

  /** Calls back when the network returns. */
  onOnline(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #ask(): Promise<void> {
    const answered = await this.#probe().then(
      () => true,
      () => false,
    );
    if (answered) this.reached(true);
  }
}
