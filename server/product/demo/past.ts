import { createApp } from '../../platform/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/types.ts';
import { jobsOf } from '../../platform/area.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { runDueJobs } from '../../platform/jobs/run.ts';
import { enqueueTicks } from '../../platform/jobs/ticks.ts';
import { openPorts } from '../../ports/openPorts.ts';
import { addSeconds, dayOf, timeZoneOf, todayOf } from '../../platform/time.ts';
import { addDays, momentIn } from '../../../engine/config/days.ts';

/** Events happen at nine, and the day's jobs run at half past ten. */
const beginHour = 9;
const tickHour = 10.5;

/** The app as of some days ago: the same database and providers, but an earlier clock that only moves forward. */
export interface Past {
  app: App;
  deps: Deps;
  /** Advances the clock to `moment` and runs each day's jobs on that day. */
  until(moment: Date): Promise<void>;
  /** Advances the clock by `seconds`, for a provider to settle. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function openPast(present: Deps, from: Date): Promise<Past> {
  let now = from;
  const clock = { now: () => now };
  // The clock jumps, so warnings about repeated or late provider events are expected.
  const log = present.log.child({}, { level: 'error' });
  const deps: Deps = {
    ...present,
    // It serves no pages, so development need not start Vite for it.
    settings: { ...present.settings, mode: 'demo' },
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
      for (let stop = nextTick(deps, now); stop < moment; stop = nextTick(deps, stop)) {
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

function nextTick(deps: Deps, after: Date): Date {
  const today = dayOf(deps, after);
  const tick = momentIn(timeZoneOf(deps), today, tickHour);
  return tick > after ? tick : momentIn(timeZoneOf(deps), addDays(today, 1), tickHour);
}

/** Nine in the morning, `daysAgo` days before today. */
export const morning = (deps: Deps, daysAgo: number): Date => momentIn(timeZoneOf(deps), addDays(todayOf(deps), -daysAgo), beginHour);
