import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { desk, Id, Reason, type StaffOperation } from './operation.ts';

const OwedMoney = Type.Object(
  {
    loanId: Type.String(),
    orderNumber: Type.String(),
    customerId: Type.String(),
    owedCents: Type.Integer(),
    by: Type.String({ description: 'Day by which the refund is promised.' }),
  },
  closed,
);
export type OwedMoney = Static<typeof OwedMoney>;

/** Overpayments. The money belongs to the borrower, and staff refund it. */
export const refundOperations = {
  'staff.owedMoney': {
    id: 'staff.owedMoney',
    method: 'GET',
    path: '/api/staff/owed-money',
    roles: desk,
    input: Type.Object({}, closed),
    output: Type.Object({ loans: Type.Array(OwedMoney, { description: 'Most urgent first.' }) }, closed),
  },
  /** Records a refund that staff already transferred. It sends no money. */
  'staff.recordRefund': {
    id: 'staff.recordRefund',
    method: 'POST',
    path: '/api/staff/owed-money/:loanId/refund',
    roles: ['support'],
    input: Type.Object(
      {
        loanId: Id,
        amountCents: Type.Integer({ minimum: 1, maximum: 100_000_000_00, description: 'Must equal the amount owed.' }),
        reference: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._/-]{2,63}$', description: 'Reference of the transfer.' }),
        reason: Reason,
      },
      closed,
    ),
    output: Type.Object({ loanId: Type.String(), amountCents: Type.Integer() }, closed),
  },
} as const satisfies Record<string, StaffOperation>;
