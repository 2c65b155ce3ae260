import type { Area } from '../area.ts';
import { staffDev } from './devRoutes.ts';
import { staffPeople } from './peopleRoutes.ts';

export const staffArea: Area = { name: 'staff', routes: [staffDev, staffPeople] };
