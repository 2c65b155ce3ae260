import type { Area } from '../../platform/area.ts';
import { remindTick, sendReminder } from './job.ts';

export const remindersArea: Area = { name: 'reminders', jobs: [remindTick, sendReminder] };
