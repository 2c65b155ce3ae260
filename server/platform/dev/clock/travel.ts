import { addDays, dayIn, momentIn } from '../../../../engine/config/days.ts';
import { timeZoneOf } from '../../time.ts';
import type { Deps } from '../../deps.ts';
import { runDueJobs } from '../../jobs/run.ts';
import { enqueueTicks } from '../../jobs/ticks.ts';
import type { MovableClock } from './movableClock.ts';
import { shiftLogins } from './shift.ts';

/** When reminders leave. */
const stopHour = 10;

/**
 * Puts the clock forward to a moment, with a stop at ten on every morning between, so that each day's jobs are done on
 * that day: reminders, expiries, reconciliation. Answers how many jobs were done.
 */
export async function travelTo(deps: Deps, clock: MovableClock, to: Date): Promise<number> {
  let jobs = 0;
  for (const stop of stopsUntil(timeZoneOf(deps), clock.now(), to)) {
    const ms = stop.getTime() - clock.now().getTime();
    if (ms > 0) await clock.forward(deps.db, ms, (tx) => shiftLogins(tx, ms));
    await enqueueTicks(deps);
    jobs += await runDueJobs(deps);
  }
  return jobs;
}

function stopsUntil(timeZone: string, from: Date, to: Date): Date[] {
  const stops: Date[] = [];
  for (let day = dayIn(timeZone, from); ; day = addDays(day, 1)) {
    const stop = momentIn(timeZone, day, stopHour);
    if (stop >= to) return [...stops, to];
    if (stop > from) stops.push(stop);
  }
}
