import { reaction } from 'mobx';
import { type AnalyticsEvent, onlyIds } from './events.ts';

/** The interface that each third-party SDK is adapted to. */
export interface AnalyticsSdk {
  /** Loads and initialises the SDK, or resumes it. */
  start(): Promise<void>;
  send(event: AnalyticsEvent): void;
  /** Stops the SDK and removes its data from the device. */
  stop(): void;
}

export interface TrackerOptions {
  /** The person's consent. Observable; without it nothing is loaded, sent or stored. */
  isAllowed: () => boolean;
  sdk: AnalyticsSdk;
}

/** Limit of events queued while the SDK loads. Older events are dropped. */
const maxQueued = 100;

/** Forwards events while they are allowed. Keeps none otherwise. */
export class Tracker {
  readonly #options: TrackerOptions;
  #queue: AnalyticsEvent[] = [];
  #state: 'off' | 'starting' | 'on' = 'off';

  constructor(options: TrackerOptions) {
    this.#options = options;
  }

  /** Follows the consent from now on. Returns a function that stops it. */
  follow(): () => void {
    return reaction(this.#options.isAllowed, (allowed) => (allowed ? void this.#start() : this.#stop()), { fireImmediately: true });
  }

  track(event: AnalyticsEvent): void {
    const safe = onlyIds(event);
    if (!safe || this.#state === 'off') return;
    if (this.#state === 'on') this.#options.sdk.send(safe);
    else this.#queue = [...this.#queue, safe].slice(-maxQueued);
  }

  async #start(): Promise<void> {
    if (this.#state !== 'off') return;
    this.#state = 'starting';
    try {
      await this.#options.sdk.start();
    } catch {
      // The SDK is blocked or unavailable: the app works without it.
      this.#forget();
      return;
    }
    // The consent may have been withdrawn meanwhile.
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
