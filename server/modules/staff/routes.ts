import type { App } from '../../http/types.ts';
import { staffApplications } from './applicationRoutes.ts';
import { staffCustomers } from './customerRoutes.ts';
import { staffDev } from './devRoutes.ts';
import { staffDesk } from './deskRoutes.ts';
import { staffPeople } from './peopleRoutes.ts';

/** The API of staff. */
export function staff(app: App): void {
  staffPeople(app);
  staffApplications(app);
  staffDesk(app);
  staffCustomers(app);
  staffDev(app);
}
