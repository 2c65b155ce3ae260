import { disputeOperations as operations } from '../../contract/staff/disputes.ts';
import type { Area } from '../../platform/area.ts';
import type { App } from '../../platform/http/types.ts';
import { staffEndpoint } from '../../platform/staff/endpoint.ts';
import { disputesOf, findDispute, openDispute, resolveDispute } from './disputes.ts';
import { disputes as migration } from './migration.ts';

function disputes(app: App): void {
  staffEndpoint(app, operations['staff.disputes'], async ({ deps, input }) => ({ disputes: await disputesOf(deps, input.customerId) }));
  staffEndpoint(app, operations['staff.dispute'], ({ deps, input }) => findDispute(deps, input.id));
  staffEndpoint(app, operations['staff.openDispute'], ({ deps, input, session }) => openDispute(deps, session, input));
  staffEndpoint(app, operations['staff.resolveDispute'], ({ deps, input, session }) => resolveDispute(deps, session, input));
}

/** Customers' disputes, from the call to the outcome. */
export const disputesArea: Area = {
  name: 'disputes',
  migrations: [migration],
  routes: [disputes],
  // A dispute belongs to the records of a loan, which the law requires us to keep for some years.
  erase: async ({ tx, customerId, keepPurposes }) => {
    if (keepPurposes.length === 0) await tx.deleteFrom('disputes').where('customer_id', '=', customerId).execute();
  },
};
