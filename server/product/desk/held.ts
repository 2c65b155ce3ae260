import type { HeldPayment, OpenedHeld } from '../../contract/staff/held.ts';
import { applyPosting, isRefused, payoffOn } from '../../lending/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { heldPayment as asPayment, heldRows } from '../loans/heldMoney.ts';
import { balanceOfLoan } from '../loans/postings.ts';
import { readLoan } from '../loans/transitions.ts';
import { findRepayment } from '../repayments/find.ts';
import { placementOf } from '../repayments/placement.ts';
import { fail } from '../../platform/problem.ts';
import { addSeconds, dayOf } from '../../platform/time.ts';
import { heldRepayments } from '../repayments/held.ts';
import type { RepaymentRecord } from '../repayments/types.ts';

/** Money in suspense that waits for a staff decision, oldest first. */
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

const doubleWithinSeconds = 3 * 24 * 3600;

/** A payment that is or was held. Until somebody places it, it comes with a proposal of where it belongs. */
export async function openHeld(deps: Deps, id: string): Promise<OpenedHeld> {
  const { db } = deps;
  const row = (await findRepayment(db, id)) ?? fail('notFound');
  const { paid_cents: paidCents, paid_at: paidAt } = row;
  if (!row.mismatch || paidCents === null || paidAt === null) return fail('notFound');
  const loan = await readLoan(db, row.loan_id);
  const balance = await balanceOfLoan(db, loan);
  const owedCents = payoffOn(balance, dayOf(deps, paidAt)).totalCents;
  const payment = heldPayment(row, loan.order_number);
  const isHeld = (await heldRows(db).where('id', '=', id).executeTakeFirst()) !== undefined;
  if (!isHeld) return { payment, isHeld, owedCents };
  const double = await db
    .selectFrom('repayments')
    .select('id')
    .where('loan_id', '=', row.loan_id)
    .where('id', '!=', id)
    .where('state', '=', 'success')
    .where('paid_cents', '=', paidCents)
    .where('paid_at', '>', addSeconds(paidAt, -doubleWithinSeconds))
    .where('paid_at', '<', addSeconds(paidAt, doubleWithinSeconds))
    .executeTakeFirst();
  const proposal = placementOf({
    paidCents,
    askedCents: row.amount_cents,
    owedCents,
    isActive: balance.state === 'active',
    canReplay: !isRefused(applyPosting(balance, asPayment(deps, paidCents, paidAt))),
    isDouble: double !== undefined,
  });
  return { payment, isHeld, proposal, owedCents };
}
