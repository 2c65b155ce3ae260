import type { Deps } from '../../platform/deps.ts';
import type { Repayment } from '../../contract/repayments.ts';
import { instructionsOf } from '../loans/instructions.ts';
import type { RepaymentRecord } from './types.ts';

export function repaymentView(deps: Pick<Deps, 'releases'>, row: RepaymentRecord, orderNumber: string): Repayment {
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
    ...instructionsOf(deps, row),
  };
}
