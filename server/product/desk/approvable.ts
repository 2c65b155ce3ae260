import type { ApprovableId } from '../../contract/staff/approvable.ts';
import { staffOperations, type StaffInput } from '../../contract/staff/operations.ts';
import { type ActionFacts, type Approvable, approvable, type Proposal } from '../../platform/approvals/approvable.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { lockBalance } from '../loans/postings.ts';
import { cancellableLoan, startCancellation } from '../repayments/cancellation.ts';
import { findRepayment } from '../repayments/find.ts';
import { decideAction } from './decideAction.ts';
import { deletionAction } from '../retention/deletionAction.ts';
import { refundAction } from './refunds.ts';
import { waive, waiverFacts, writeOff, writeOffFacts } from './relief.ts';
import { allocateHeld, returnHeld } from '../repayments/held.ts';

/** What a cancellation would return. A later payment or extension voids the proposal. */
async function cancellationFacts(
  tx: Tx,
  deps: Deps,
  { id }: StaffInput<'staff.cancelLoan'>,
  { proposedAt }: Proposal,
): Promise<ActionFacts> {
  const known = await tx.selectFrom('loans').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) return fail('notFound');
  const { loan } = await cancellableLoan(tx, deps, id, proposedAt);
  return { subject: `loan:${id}`, customerId: loan.customer_id, number: loan.order_number, amountCents: loan.received_cents };
}

/** What settling held money would do. A later posting on its loan voids the proposal. */
async function heldFacts(tx: Tx, _deps: Deps, { id }: StaffInput<'staff.allocateHeld'>): Promise<ActionFacts> {
  const row = (await findRepayment(tx, id)) ?? fail('notFound');
  if (!row.mismatch || row.paid_cents === null) fail('notHeld', { detail: 'No money of this repayment is held.' });
  const { postings } = await lockBalance(tx, row.loan_id);
  const { order_number: number } = await tx
    .selectFrom('loans')
    .select('order_number')
    .where('id', '=', row.loan_id)
    .executeTakeFirstOrThrow();
  return {
    subject: `repayment:${id}`,
    number,
    customerId: row.customer_id,
    loanId: row.loan_id,
    amountCents: row.paid_cents,
    state: row.state,
    postings: postings.length,
  };
}

const reliefWaitsFor = ['reliefWaits'];

/** Settles held money and writes the audit row. */
const settling =
  (action: string, settle: typeof allocateHeld) =>
  async (tx: Tx, deps: Deps, { id, reason }: StaffInput<'staff.allocateHeld'>, { actor, checker }: Proposal) => {
    const amountCents = await settle(tx, deps, id, actor, checker);
    await audit(tx, deps, { actor, action, subject: `repayment:${id}`, detail: { reason, amountCents } });
    return { id, amountCents };
  };

/** Actions on money that a second person may have to approve (flows/approvals.json of the desk). */
const actions: Readonly<Record<ApprovableId, Approvable>> = {
  'staff.cancelLoan': approvable(staffOperations['staff.cancelLoan'], {
    waitsFor: ['repaymentInProgress'],
    facts: cancellationFacts,
    run: async (tx, deps, { id, reason }: StaffInput<'staff.cancelLoan'>, { actor, proposedAt, checker }) => {
      const started = await startCancellation(tx, deps, id, actor, proposedAt, checker);
      const { id: repaymentId, state, amountCents, instructions } = started;
      await audit(tx, deps, { actor, action: 'loan.cancellationAsked', subject: `loan:${id}`, detail: { reason } });
      return { repaymentId, state, amountCents, ...(instructions ? { instructions } : {}) };
    },
  }),
  'staff.allocateHeld': approvable(staffOperations['staff.allocateHeld'], {
    facts: heldFacts,
    run: settling('held.allocated', allocateHeld),
  }),
  'staff.waive': approvable(staffOperations['staff.waive'], { waitsFor: reliefWaitsFor, facts: waiverFacts, run: waive }),
  'staff.writeOff': approvable(staffOperations['staff.writeOff'], { waitsFor: reliefWaitsFor, facts: writeOffFacts, run: writeOff }),
  'staff.decide': decideAction,
  'staff.completeDeletion': deletionAction,
  'staff.recordRefund': refundAction,
  'staff.returnHeld': approvable(staffOperations['staff.returnHeld'], { facts: heldFacts, run: settling('held.returned', returnHeld) }),
};

export const approvableActions = Object.values(actions);
