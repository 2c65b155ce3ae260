import type { Deps } from '../deps.ts';
import { runNextJob, type RunOptions } from './run.ts';
import { enqueueTicks } from './ticks.ts';

export interface WorkerOptions extends Pick<RunOptions, 'leaseSeconds'> {
  /** Jobs done side by side, default 2. */
  lanes?: number;
  /** Longest wait between two looks, default 1 s. */
  pollMs?: number;
}

export interface Worker {
  /** Takes no more jobs; resolves once those begun are done. */
  stop(): Promise<void>;
}

/** After an enqueue its transaction commits within milliseconds: so look soon, then ever less often. */
const firstLookMs = 25;
const ticksEveryMs = 30_000;

/**
 * Does jobs as they fall due, beside the requests, until stopped. Any number of nodes may on one database. A node that is
 * killed leaves its jobs to the others when their leases run out.
 */
export function startWorker(deps: Deps, { lanes = 2, pollMs = 1000, leaseSeconds }: WorkerOptions = {}): Worker {
  const bell = createBell();
  const silence = deps.jobs.onEnqueue(bell.ring);
  const lease = leaseSeconds === undefined ? {} : { leaseSeconds };
  const stopping = new AbortController();

  async function loop(step: () => Promise<boolean>, longestMs: number): Promise<void> {
    let waitMs = firstLookMs;
    while (!stopping.signal.aborted) {
      const worked = await step().catch((error: unknown) => warn(deps, error));
      if (worked) waitMs = firstLookMs;
      else waitMs = (await bell.wait(waitMs)) ? firstLookMs : Math.min(waitMs * 2, longestMs);
    }
  }

  const loops = Array.from({ length: lanes }, () => loop(() => runNextJob(deps, lease), pollMs));
  const ticks = ticking(deps);
  return {
    stop: async () => {
      stopping.abort();
      silence();
      clearInterval(ticks);
      bell.ring();
      await Promise.all(loops);
    },
  };
}

function ticking(deps: Deps): NodeJS.Timeout {
  const tick = () => void enqueueTicks(deps).catch((error: unknown) => warn(deps, error));
  tick();
  return setInterval(tick, ticksEveryMs);
}

/** The database is away, or the like: what is due stays due. */
function warn({ log }: Deps, error: unknown): false {
  log.warn({ err: error }, 'jobs cannot be looked for');
  return false;
}

/** Lets sleepers be woken. */
function createBell() {
  const sleepers = new Set<() => void>();
  return {
    ring: () => {
      for (const wake of sleepers) wake();
    },
    /** Answers whether it rang before the time was over. */
    wait: (ms: number) =>
      new Promise<boolean>((resolve) => {
        const end = (rang: boolean) => () => {
          clearTimeout(timer);
          sleepers.delete(wake);
          resolve(rang);
        };
        const wake = end(true);
        const timer = setTimeout(end(false), ms);
        sleepers.add(wake);
      }),
  };
}
