import type { Clock } from './deps.ts';

export const systemClock: Clock = { now: () => new Date() };

const manila = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila', year: 'numeric', month: '2-digit', day: '2-digit' });

/** Calendar day in Manila, YYYY-MM-DD. */
export const manilaDay = (date: Date): string => manila.format(date);

/** Hour of the day in Manila, 0 to 23: UTC+8 the year round. */
export const manilaHour = (date: Date): number => (date.getUTCHours() + 8) % 24;

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

export const secondsBetween = (from: Date, to: Date): number => Math.ceil((to.getTime() - from.getTime()) / 1000);
