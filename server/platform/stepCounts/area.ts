import type { Day } from '../../../engine/config/days.ts';
import { platformOperations as operations } from '../../contract/platformOperations.ts';
import type { Area } from '../area.ts';
import type { Db } from '../db/database.ts';
import type { App } from '../http/types.ts';
import { endpoint } from '../sessions/endpoint.ts';
import { platformStaffOperations as staffOperations } from '../../contract/staff/platformOperations.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { fieldFigures, stepFigures } from './figures.ts';
import { countOnDevice } from './deviceCounts.ts';
import { stepCounts } from './migration.ts';

function stepCountRoutes(app: App): void {
  endpoint(app, operations['flows.count'], ({ deps, session, input }) => countOnDevice(deps, session, input));
  staffEndpoint(app, staffOperations['staff.stepFigures'], ({ deps, input }) => stepFigures(deps, input));
  staffEndpoint(app, staffOperations['staff.fieldFigures'], ({ deps, input }) => fieldFigures(deps, input));
}

export const sweepStepCounts = async (db: Db, before: Day): Promise<void> =>
  void (await db.deleteFrom('step_counts').where('day', '<', before).execute());

/** How often people see, begin, save and leave each step of a flow. Totals only, never about one person. */
export const stepCountsArea: Area = {
  name: 'stepCounts',
  migrations: [stepCounts],
  routes: [stepCountRoutes],
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('opened_flows').where('customer_id', '=', customerId).execute()),
};
