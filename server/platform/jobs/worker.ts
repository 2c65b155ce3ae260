import type { Deps } from '../deps.ts';
import { runNextJob, type RunOptions } from './run.ts';
import { enqueueTicks } from './ticks.ts';

export interface WorkerOptions extends Pick<RunOptions, 'leaseSeconds'> {
  /** Jobs run in parallel; 2 by default. */
  lanes?: number;
  /** Longest wait between two polls; 1 s by default. */
  pollMs?: number;
}

export interface Worker {
  /** Claims no more jobs. Resolves when the running jobs are done. */
  stop(): Promise<void>;
}

/** A transaction commits within milliseconds of an enqueue, so the worker polls soon and then less and less often. */
const firstLookMs = 25;
const ticksEveryMs = 30_000;

/**
 * Runs due jobs alongside requests until it is stopped. Several nodes may run workers on one database. When a node is killed, its leases
 * expire and other nodes take over its jobs.
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

/** For example, the database is unreachable. Due jobs stay due. */
function warn({ log }: Deps, error: unknown): false {
  log.warn({ err: error }, 'jobs cannot be claimed');
  return false;
}

/** Wakes waiting lanes. */
function createBell() {
  const sleepers = new Set<() => void>();
  return {
    ring: () => {
      for (const wake of sleepers) wake();
    },
    /** Returns whether the bell rang before the timeout. */
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
