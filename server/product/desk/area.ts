import type { Area } from '../../platform/area.ts';
import { staffApplications } from './applicationRoutes.ts';
import { staffCustomers } from './customerRoutes.ts';
import { staffDesk } from './deskRoutes.ts';

export const deskArea: Area = { name: 'desk', routes: [staffApplications, staffCustomers, staffDesk] };
