import { addDays, dayIn, momentIn } from '../../../../engine/config/days.ts';
import { timeZoneOf } from '../../time.ts';
import type { Deps } from '../../deps.ts';
import { runDueJobs } from '../../jobs/run.ts';
import { enqueueTicks } from '../../jobs/ticks.ts';
import type { MovableClock } from './movableClock.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Columns that shift with the clock, so that the person who moves it stays logged in and a sent code stays valid. */
const shifted = {
  sessions: ['created_at', 'verified_at', 'last_seen_at', 'expires_at'],
  staff_sessions: ['created_at', 'last_seen_at', 'expires_at'],
  login_challenges: ['created_at', 'expires_at'],
  login_numbers: ['last_sent_at'],
  login_counters: ['window_start'],
  image_codes: ['expires_at'],
} as const;

/** Shifts logins and their limits when the clock moves forward. */
async function shiftLogins(tx: Tx, ms: number): Promise<void> {
  for (const [table, columns] of Object.entries(shifted)) {
    const sets = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + make_interval(secs => ${ms / 1000})`);
    await sql`update ${sql.table(table)} set ${sql.join(sets)}`.execute(tx);
  }
}

/** Hour of the day at which reminders are sent. */
const stopHour = 10;

/**
 * Moves the clock forward to a moment. It stops at 10:00 on each day between, so that each day's jobs (reminders, expiries,
 * reconciliation) run on that day. Returns how many jobs ran.
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
