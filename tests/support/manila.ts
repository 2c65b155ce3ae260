import { dayIn } from '../../engine/config/days.ts';

/** As in flows/settings.json. */
export const shippedUnits = { timeZone: 'Asia/Manila', currency: 'PHP' };

export const manilaDay = (moment: Date): string => dayIn(shippedUnits.timeZone, moment);
