import { staffOperations, type StaffInput } from '../../contract/staff/operations.ts';
import { approvable } from '../../platform/approvals/approvable.ts';
import { audit } from '../../platform/audit/audit.ts';
import { recordRefund, refundableLoan } from '../repayments/refund.ts';

type Input = StaffInput<'staff.recordRefund'>;

/** Records that a borrower received an overpayment back. */
export const refundAction = approvable(staffOperations['staff.recordRefund'], {
  facts: async (tx, _deps, input: Input) => {
    const { customer_id: customerId, order_number: number } = await refundableLoan(tx, input);
    return { subject: `loan:${input.loanId}`, number, customerId, amountCents: input.amountCents };
  },
  run: async (tx, deps, { loanId, amountCents, reference, reason }: Input, { actor }) => {
    await recordRefund(tx, deps, { loanId, amountCents, reference });
    const detail = { reason, amountCents, reference };
    await audit(tx, deps, { actor, action: 'loan.refunded', subject: `loan:${loanId}`, detail });
    return { loanId, amountCents };
  },
});
