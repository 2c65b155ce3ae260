import { reaction } from 'mobx';
import { type AnalyticsEvent, onlyIds } from './events.ts';

/** A third party's SDK, whatever its own shape is. */
export interface AnalyticsSdk {
  /** Loads and initialises it, or lets it go on. */
  start(): Promise<void>;
  send(event: AnalyticsEvent): void;
  /** Ends it, and removes what it kept on the device. */
  stop(): void;
}

export interface TrackerOptions {
  /** What the person allows. Observable; nothing is loaded, sent or kept while it does not hold. */
  isAllowed: () => boolean;
  sdk: AnalyticsSdk;
}

/** While the SDK is on its way; what came before the last hundred is given up. */
const mostQueued = 100;

/** Passes events on while they are allowed, and keeps none otherwise. */
export class Tracker {
  readonly #options: TrackerOptions;
  #queue: AnalyticsEvent[] = [];
  #state: 'off' | 'starting' | 'on' = 'off';

  constructor(options: TrackerOptions) {
    this.#options = options;
  }

  /** Follows the person's choice from now on; the function returned ends it. */
  follow(): () => void {
    return reaction(this.#options.isAllowed, (allowed) => (allowed ? void this.#start() : this.#stop()), { fireImmediately: true });
  }

  track(event: AnalyticsEvent): void {
    const told = onlyIds(event);
    if (!told || this.#state === 'off') return;
    if (this.#state === 'on') this.#options.sdk.send(told);
    else this.#queue = [...this.#queue, told].slice(-mostQueued);
  }

  async #start(): Promise<void> {
    if (this.#state !== 'off') return;
    this.#state = 'starting';
    try {
      await this.#options.sdk.start();
    } catch {
      // Blocked or not there: the app does without.
      this.#forget();
      return;
    }
    // The person may have changed their mind meanwhile.
    if (!this.#options.isAllowed()) return this.#stop();
    this.#state = 'on';
    const queued = this.#queue;
    this.#queue = [];
    for (const event of queued) this.#options.sdk.send(event);
  }

  #stop(): void {
    const ran = this.#state !== 'off';
    this.#forget();
    if (ran) this.#options.sdk.stop();
  }

  #forget(): void {
    this.#state = 'off';
    this.#queue = [];
  }
}
