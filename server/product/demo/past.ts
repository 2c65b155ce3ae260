import { createApp } from '../../platform/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/types.ts';
import { jobsOf } from '../../platform/area.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { runDueJobs } from '../../platform/jobs/run.ts';
import { enqueueTicks } from '../../platform/jobs/ticks.ts';
import { openPorts } from '../../ports/openPorts.ts';
import { addSeconds } from '../../platform/time.ts';

const hourMs = 3_600_000;
/** 09:00 and 10:30 in Manila, UTC+8: loans begin at the first, each day's reminders leave before the second. */
const beginMs = hourMs;
const tickMs = 2.5 * hourMs;
const dayMs = 24 * hourMs;

/** The application as it was some days ago: the same database and providers, an earlier clock that only goes forward. */
export interface Past {
  app: App;
  deps: Deps;
  /** Lets time pass up to a moment, and does each day's jobs on that day. */
  until(moment: Date): Promise<void>;
  /** Lets seconds pass, for a provider to settle. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function openPast(present: Deps, from: Date): Promise<Past> {
  let now = from;
  const clock = { now: () => now };
  // What a provider says twice, or by a clock that has gone on, is no news here.
  const log = present.log.child({}, { level: 'error' });
  const deps: Deps = {
    ...present,
    log,
    clock,
    jobs: createJobs(clock, jobsOf(present.areas)),
    ports: openPorts(present.settings, { clock }),
  };
  const app = await createApp(deps);
  const to = async (moment: Date) => {
    if (moment > now) now = moment;
    await runDueJobs(deps);
  };
  return {
    app,
    deps,
    until: async (moment) => {
      for (let stop = nextTick(now); stop < moment; stop = nextTick(stop)) {
        if (stop > now) now = stop;
        await enqueueTicks(deps);
        await runDueJobs(deps);
      }
      await to(moment);
    },
    pass: (seconds) => to(addSeconds(now, seconds)),
    close: async () => {
      await app.close();
    },
  };
}

const nextTick = (after: Date): Date => {
  const day = Math.floor((after.getTime() - tickMs) / dayMs) + 1;
  return new Date(day * dayMs + tickMs);
};

/** Nine in the morning in Manila, so many days before. */
export function morning(now: Date, daysAgo: number): Date {
  const manilaToday = Math.floor((now.getTime() + 8 * hourMs) / dayMs);
  return new Date((manilaToday - daysAgo) * dayMs + beginMs);
}
