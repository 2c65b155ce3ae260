import type { Passing } from './relay.ts';

/** Where the server can be killed: at a call to a provider or at a provider's event. */
export type CrashPoint = Passing | 'payout event' | 'collection event';

const longestWaitMs = 60_000;

/** Kills once, the next time that a point is passed. */
export class Crash {
  #armed: { point: CrashPoint; kill: () => Promise<void>; done: () => void } | undefined;
  #isDown = false;

  /** Resolves once the point was passed and the server is dead. */
  arm(point: CrashPoint, kill: () => Promise<void>): Promise<void> {
    this.#isDown = false;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nothing passed ${point}`)), longestWaitMs);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#armed = { point, kill, done };
    });
  }

  /** Reports that a point is passed. Returns whether the server is alive to continue. */
  async pass(point: CrashPoint): Promise<boolean> {
    const armed = this.#armed;
    if (armed?.point !== point) return !this.#isDown;
    this.#armed = undefined;
    this.#isDown = true;
    await armed.kill();
    armed.done();
    return false;
  }

  /** The server is back. */
  reset(): void {
    this.#isDown = false;
  }
}
