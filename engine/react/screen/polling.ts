import { reaction } from 'mobx';

export interface PollingOptions {
  periodMs: number;
  /** Polling pauses while this is false. Observable. */
  wanted: () => boolean;
  /** Time of the last fetch by `performance.now()`, or undefined before the first. */
  fetchedAt: () => number | undefined;
  refresh: () => Promise<void>;
}

/**
 * Fetches at an interval, one fetch at a time. After a pause, fetches at once if the data is older than the interval. Call the
 * returned function to stop.
 */
export function startPolling({ periodMs, wanted, fetchedAt, refresh }: PollingOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  const stop = () => {
    running = false;
    clearTimeout(timer);
  };
  const schedule = () => {
    clearTimeout(timer);
    const now = performance.now();
    timer = setTimeout(() => void tick(), Math.max(0, (fetchedAt() ?? now) + periodMs - now));
  };
  const tick = async () => {
    await refresh();
    if (running) schedule();
  };
  const end = reaction(
    wanted,
    (isWanted) => {
      stop();
      if (!isWanted) return;
      running = true;
      schedule();
    },
    { fireImmediately: true },
  );
  return () => {
    end();
    stop();
  };
}
