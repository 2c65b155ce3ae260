import type { Deps } from '../../deps.ts';
import { runDueJobs } from '../../jobs/run.ts';
import { enqueueTicks } from '../../jobs/ticks.ts';
import type { MovableClock } from './movableClock.ts';
import { shiftLogins } from './shift.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Ten in the morning in Manila, when reminders leave. */
const stopMs = 2 * 60 * 60 * 1000;

/**
 * Puts the clock forward to a moment, with a stop at ten on every morning between, so that each day's jobs are done on
 * that day: reminders, expiries, reconciliation. Answers how many jobs were done.
 */
export async function travelTo(deps: Deps, clock: MovableClock, to: Date): Promise<number> {
  let jobs = 0;
  for (const stop of stopsUntil(clock.now(), to)) {
    const ms = stop.getTime() - clock.now().getTime();
    if (ms > 0) await clock.forward(deps.db, ms, (tx) => shiftLogins(tx, ms));
    await enqueueTicks(deps);
    jobs += await runDueJobs(deps);
  }
  return jobs;
}

function stopsUntil(from: Date, to: Date): Date[] {
  const stops: Date[] = [];
  const first = Math.floor((from.getTime() - stopMs) / dayMs) * dayMs + stopMs + dayMs;
  for (let at = first; at < to.getTime(); at += dayMs) stops.push(new Date(at));
  return [...stops, to];
}
