import type { Repayment } from '../../contract/repayments.ts';
import { isUnfinished } from './find.ts';
import type { RepaymentRecord } from './types.ts';

/** Manila is eight hours ahead of UTC the year round. */
const isMidnight = (at: Date): boolean => at.toISOString().slice(11, 19) === '16:00:00';

/** A repayment as its borrower sees it. */
export function repaymentView(row: RepaymentRecord, orderNumber: string): Repayment {
  return {
    id: row.id,
    loanId: row.loan_id,
    orderNumber,
    kind: row.kind,
    state: row.state,
    amountCents: row.amount_cents,
    couponCents: row.coupon_cents,
    ...(row.kind === 'cancellation' && row.outcome === null ? {} : { parts: row.parts }),
    ...(row.new_due_day === null ? {} : { newDueDate: row.new_due_day }),
    createdAt: row.created_at.toISOString(),
    ...(row.settled_at ? { settledAt: row.settled_at.toISOString() } : {}),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.paid_cents === null ? {} : { paidCents: row.paid_cents }),
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...instructionsOf(row),
  };
}

/** How to pay it, while it can be paid and the provider has said how. */
export const instructionsOf = (row: RepaymentRecord): Pick<Repayment, 'instructions'> =>
  row.instructions && isUnfinished(row)
    ? { instructions: { ...row.instructions, expiresAt: row.expires_at.toISOString(), untilMidnight: isMidnight(row.expires_at) } }
    : {};
