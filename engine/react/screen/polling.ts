import { reaction } from 'mobx';

export interface PollingOptions {
  periodMs: number;
  /** Observable: it rests while this does not hold. */
  wanted: () => boolean;
  /** When it was last fetched, in the time of `performance.now()`; undefined before. */
  fetchedAt: () => number | undefined;
  refresh: () => Promise<void>;
}

/**
 * Fetches again a period after the last time, one fetch at a time. After a rest it fetches at once what has become older
 * than that. The function returned ends it.
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
