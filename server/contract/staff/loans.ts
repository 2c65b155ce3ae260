import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { desk, Id, Instant, more, page, Reason, Row, staffRoles, type WrittenStaffOperation } from './operation.ts';

export const LoanSummary = object({
  id: Type.String(),
  orderNumber: Type.String(),
  customerId: Type.String(),
  state: Type.String(),
  principalCents: Type.Integer(),
  dueDate: Type.Optional(Type.String()),
  createdAt: Instant,
});
export type LoanSummary = Static<typeof LoanSummary>;

export const loanOperations = operationsOf({
  'staff.loans': {
    route: 'GET /api/staff/loans',
    roles: desk,
    input: object({ state: Type.Optional(Id), ...page }),
    output: object({ loans: Type.Array(LoanSummary), ...more }),
  },
  'staff.loan': {
    route: 'GET /api/staff/loans/:id',
    roles: desk,
    input: object({ id: Id }),
    output: object({
      loan: LoanSummary,
      view: Type.Unknown({ description: 'The loan as the borrower sees it.' }),
      postings: Type.Array(Row),
      journals: Type.Array(Row),
      disbursements: Type.Array(Row),
      repayments: Type.Array(Row),
    }),
  },
  'staff.cancelLoan': {
    route: 'POST /api/staff/loans/:id/cancellation',
    roles: ['support'],
    input: object({ id: Id, reason: Reason }),
    output: object({
      repaymentId: Type.String(),
      state: Type.String(),
      amountCents: Type.Integer({ description: 'Amount that the borrower returns.' }),
      instructions: Type.Optional(Type.Unknown()),
    }),
  },
  'staff.pauseWithdrawals': {
    route: 'PUT /api/staff/withdrawals',
    roles: staffRoles,
    input: object({ paused: Type.Boolean(), reason: Reason }),
    output: object({ paused: Type.Boolean() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
