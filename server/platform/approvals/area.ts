import { approvalOperations as operations, approvalWork } from '../../contract/staff/approvals.ts';
import type { Area } from '../area.ts';
import type { App } from '../http/types.ts';
import { staffEndpoint } from '../staff/endpoint.ts';
import { expireApprovals } from './expire.ts';
import { actionsOf, decideApproval, pendingApprovals, propose, withdrawApproval } from './approvals.ts';
import { proposalsNotForMakers, waitingApprovals } from './workMigration.ts';
import { approvals as migration } from './migration.ts';

function approvals(app: App): void {
  staffEndpoint(app, operations['staff.propose'], ({ deps, input, session }) => propose(deps, session, input));
  staffEndpoint(app, operations['staff.approvals'], async ({ deps, input, session }) => ({
    approvals: await pendingApprovals(deps, session, input),
  }));
  staffEndpoint(app, operations['staff.decideApproval'], ({ deps, input, session }) => decideApproval(deps, session, input));
  staffEndpoint(app, operations['staff.withdrawApproval'], ({ deps, input, session }) => withdrawApproval(deps, session, input.id));
}

/** Actions of staff that take effect once a second person has approved them. */
export const approvalsArea: Area = {
  name: 'approvals',
  migrations: [migration, waitingApprovals, proposalsNotForMakers],
  jobs: [expireApprovals],
  routes: [approvals],
  actions: { [approvalWork]: actionsOf },
  topics: { approvals: () => ['approvals'] },
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('approvals').where('customer_id', '=', customerId).execute()),
};
