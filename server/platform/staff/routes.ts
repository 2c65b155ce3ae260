import type { App } from '../http/types.ts';
import { staffApplications } from '../../product/desk/applicationRoutes.ts';
import { staffCustomers } from '../../product/desk/customerRoutes.ts';
import { staffDev } from './devRoutes.ts';
import { staffDesk } from '../../product/desk/deskRoutes.ts';
import { staffPeople } from './peopleRoutes.ts';

/** The API of staff. */
export function staff(app: App): void {
  staffPeople(app);
  staffApplications(app);
  staffDesk(app);
  staffCustomers(app);
  staffDev(app);
}
