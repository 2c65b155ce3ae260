import { observable, runInAction } from 'mobx';

/** Interval of probes while the server is unreachable. */
const probeMs = 5000;

/** Whether the server can be reached, by the browser's signal and the results of calls. */
export class Network {
  readonly #online = observable.box(true);
  readonly #listeners = new Set<() => void>();
  readonly #probe: () => Promise<unknown>;
  #timer: ReturnType<typeof setInterval> | undefined;
  #lostAt = 0;

  /** @param probe sends any request to the server; rejects without a response */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
    this.reached(navigator.onLine);
    window.addEventListener('online', () => this.reached(true));
    window.addEventListener('offline', () => this.reached(false));
  }

  get online(): boolean {
    return this.#online.get();
  }

  /** Whether a retry may soon succeed. False when nothing has succeeded for a while, or the browser is offline. */
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
