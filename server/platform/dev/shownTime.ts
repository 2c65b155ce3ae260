import { dateTimeFormat } from '../intl.ts';

/** How pages of /dev write moments, in the time zone of the settings. */
export const shownTime = (timeZone: string, moment: Date, dateStyle: 'medium' | 'full' = 'medium'): string =>
  dateTimeFormat('en-GB', { timeZone, dateStyle, timeStyle: 'medium' }).format(moment);
