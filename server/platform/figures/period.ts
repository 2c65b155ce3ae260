import { addDays, momentIn, type Day } from '../../../engine/config/days.ts';
import type { Deps } from '../deps.ts';
import { timeZoneOf, todayOf } from '../time.ts';

/** The first of so many days that end today. */
export const firstDayOf = (deps: Pick<Deps, 'releases' | 'clock'>, days: number): Day => addDays(todayOf(deps), 1 - days);

/** When that day begins. */
export const beginOf = (deps: Pick<Deps, 'releases' | 'clock'>, days: number): Date => momentIn(timeZoneOf(deps), firstDayOf(deps, days));
