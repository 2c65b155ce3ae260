import type { Area } from '../area.ts';
import { sendSms } from './notify.ts';

export const notificationsArea: Area = { name: 'notifications', jobs: [sendSms] };
