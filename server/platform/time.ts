import { dayIn, type Day } from '../../engine/config/days.ts';
import type { Clock, Deps } from './deps.ts';

export const systemClock: Clock = { now: () => new Date() };

/** Source of the settings. */
type Zoned = { releases: Pick<Deps['releases'], 'active'> };

/** The time zone of the settings, which defines calendar days. */
export const timeZoneOf = ({ releases }: Zoned): string => releases.active().manifest.settings.timeZone;

/** The calendar day of a moment, in the time zone of the settings. */
export const dayOf = (deps: Zoned, moment: Date): Day => dayIn(timeZoneOf(deps), moment);

/** Today's calendar day, in the time zone of the settings. */
export const todayOf = (deps: Zoned & Pick<Deps, 'clock'>): Day => dayOf(deps, deps.clock.now());

export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

export const secondsBetween = (from: Date, to: Date): number => Math.ceil((to.getTime() - from.getTime()) / 1000);
