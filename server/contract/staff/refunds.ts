import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Reason, type WrittenStaffOperation } from './operation.ts';

const OwedMoney = object({
  loanId: Type.String(),
  orderNumber: Type.String(),
  customerId: Type.String(),
  owedCents: Type.Integer(),
  by: Type.String({ description: 'Day by which the refund is promised.' }),
});
export type OwedMoney = Static<typeof OwedMoney>;

/** Overpayments. The money belongs to the borrower, and staff refund it. */
export const refundOperations = operationsOf({
  'staff.owedMoney': {
    route: 'GET /api/staff/owed-money',
    about: 'customers',
    input: object({}),
    output: object({ loans: Type.Array(OwedMoney, { description: 'Most urgent first.' }) }),
  },
  /** Records a refund that staff already transferred. It sends no money. */
  'staff.recordRefund': {
    route: 'POST /api/staff/owed-money/:loanId/refund',
    about: 'customers',
    fresh: true,
    input: object({
      loanId: Id,
      amountCents: Type.Integer({ minimum: 1, maximum: 100_000_000_00, description: 'Must equal the amount owed.' }),
      reference: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{2,63}$', description: 'Reference of the transfer.' }),
      reason: Reason,
    }),
    output: object({ loanId: Type.String(), amountCents: Type.Integer() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
