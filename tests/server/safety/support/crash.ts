import type { Passing } from './relay.ts';

/** Where the server can be killed: a call to a provider, an event of one, or so long after a moment. */
export type CrashPoint = Passing | 'payout event' | 'collection event';

const longestWaitMs = 60_000;

/** Kills at the next passing of a point, once. */
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

  /** Something passes; answers whether the server is there to go on with it. */
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
