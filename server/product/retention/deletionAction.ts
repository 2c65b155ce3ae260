import { staffOperations, type StaffInput } from '../../contract/staff/operations.ts';
import { type ActionFacts, approvable } from '../../platform/approvals/approvable.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { numberOf } from '../application/number.ts';
import { completeDeletion, forgetAccount, openRequest, type PreparedDeletion, prepareDeletion, refuseUndeletable } from './deletion.ts';

type Input = StaffInput<'staff.completeDeletion'>;

/** The origin of the request: the borrower, in the app, or staff on the borrower's behalf. */
export const askedBy = (requestedBy: string): 'customer' | 'staff' => (requestedBy.startsWith('customer:') ? 'customer' : 'staff');

/** What a deletion would leave behind. A later loan or application voids the proposal. */
async function deletionFacts(
  tx: Tx,
  _deps: Deps,
  { id }: Input,
  _proposal: unknown,
  { customerId, until, resealed }: PreparedDeletion,
): Promise<ActionFacts> {
  await refuseUndeletable(tx, customerId);
  const { reason, requested_by: requestedBy } = await openRequest({ db: tx }, id);
  const loans = await tx
    .selectFrom('loans')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('start_day', 'is not', null)
    .execute();
  return {
    subject: `deletion:${id}`,
    number: numberOf(id, 'D'),
    customerId,
    askedBy: askedBy(requestedBy),
    reason,
    loans: loans.length,
    applications: resealed.length,
    ...(until === undefined ? {} : { keptUntil: until }),
  };
}

export const deletionAction = approvable(staffOperations['staff.completeDeletion'], {
  waitsFor: ['openLoan', 'moneyOwed', 'disputeWaits'],
  prepare: (deps, { id }: Input) => prepareDeletion(deps, id),
  facts: deletionFacts,
  run: (tx, deps, { id }, proposal, prepared) => completeDeletion(tx, deps, proposal, id, prepared),
  finish: forgetAccount,
});
