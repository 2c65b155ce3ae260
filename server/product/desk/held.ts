import type { StaffInput } from '../../contract/staff/operations.ts';
import type { HeldPayment } from '../../contract/staff/held.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { allocateHeld, heldRepayments, returnHeld } from '../repayments/held.ts';
import type { RepaymentRecord } from '../repayments/types.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';

/** Money in suspense that waits for a decision of staff, oldest first. */
export async function listHeld({ db }: Deps): Promise<HeldPayment[]> {
  const rows = await heldRepayments(db);
  const loans = await db
    .selectFrom('loans')
    .select(['id', 'order_number'])
    .where('id', 'in', ['', ...rows.map(({ loan_id: id }) => id)])
    .execute();
  const orders = new Map(loans.map(({ id, order_number: order }) => [id, order]));
  return rows.map((row) => heldPayment(row, orders.get(row.loan_id) ?? ''));
}

const heldPayment = (row: RepaymentRecord, orderNumber: string): HeldPayment => ({
  id: row.id,
  loanId: row.loan_id,
  orderNumber,
  customerId: row.customer_id,
  kind: row.kind,
  askedCents: row.amount_cents,
  paidCents: row.paid_cents ?? 0,
  paidAt: row.paid_at?.toISOString() ?? '',
  reference: row.reference,
});

/** A decision of staff about held money. */
type HeldDecision = StaffInput<'staff.allocateHeld'>;

export const allocateByStaff = (deps: Deps, staff: StaffSession, decision: HeldDecision) =>
  settleByStaff(deps, staff, decision, 'held.allocated', (tx) => allocateHeld(tx, deps, decision.id, staff.actor));

export const returnByStaff = (deps: Deps, staff: StaffSession, decision: HeldDecision) =>
  settleByStaff(deps, staff, decision, 'held.returned', (tx) => returnHeld(tx, deps, decision.id, staff.actor));

const settleByStaff = (
  deps: Deps,
  { actor }: StaffSession,
  { id, reason }: HeldDecision,
  action: string,
  settle: (tx: Tx) => Promise<number>,
): Promise<{ id: string; amountCents: number }> =>
  deps.db.transaction().execute(async (tx) => {
    const amountCents = await settle(tx);
    await audit(tx, deps, { actor, action, subject: `repayment:${id}`, detail: { reason, amountCents } });
    return { id, amountCents };
  });
