import type { HeldPayment } from '../../contract/staff/held.ts';
import type { Deps } from '../../platform/deps.ts';
import { heldRepayments } from '../repayments/held.ts';
import type { RepaymentRecord } from '../repayments/types.ts';

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
