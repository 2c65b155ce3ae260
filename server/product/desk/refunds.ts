import type { StaffInput } from '../../contract/staff/operations.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StaffSession } from '../../platform/staff/sessions.ts';
import { recordRefund } from '../repayments/refund.ts';

/** Records that a borrower received an overpayment back. */
export const refundByStaff = (
  deps: Deps,
  { actor }: StaffSession,
  { loanId, amountCents, reference, reason }: StaffInput<'staff.recordRefund'>,
) =>
  deps.db.transaction().execute(async (tx) => {
    await recordRefund(tx, deps, { loanId, amountCents, reference });
    const detail = { reason, amountCents, reference };
    await audit(tx, deps, { actor, action: 'loan.refunded', subject: `loan:${loanId}`, detail });
    return { loanId, amountCents };
  });
