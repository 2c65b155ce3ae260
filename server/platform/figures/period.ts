import { addDays, momentIn, type Day } from '../../../engine/config/days.ts';
import type { Deps } from '../deps.ts';
import { timeZoneOf, todayOf } from '../time.ts';

/** The first of the last `days` days, which include today. */
export const firstDayOf = (deps: Pick<Deps, 'releases' | 'clock'>, days: number): Day => addDays(todayOf(deps), 1 - days);

/** The moment at which that day begins. */
export const beginOf = (deps: Pick<Deps, 'releases' | 'clock'>, days: number): Date => momentIn(timeZoneOf(deps), firstDayOf(deps, days));
