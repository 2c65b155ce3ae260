import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { desk, Id, Instant, more, page, Reason, Row, staffRoles, type StaffOperation } from './operation.ts';

export const LoanSummary = Type.Object(
  {
    id: Type.String(),
    orderNumber: Type.String(),
    customerId: Type.String(),
    state: Type.String(),
    principalCents: Type.Integer(),
    dueDate: Type.Optional(Type.String()),
    createdAt: Instant,
  },
  closed,
);
export type LoanSummary = Static<typeof LoanSummary>;

export const loanOperations = {
  'staff.loans': {
    id: 'staff.loans',
    method: 'GET',
    path: '/api/staff/loans',
    roles: desk,
    input: Type.Object({ state: Type.Optional(Id), ...page }, closed),
    output: Type.Object({ loans: Type.Array(LoanSummary), ...more }, closed),
  },
  'staff.loan': {
    id: 'staff.loan',
    method: 'GET',
    path: '/api/staff/loans/:id',
    roles: desk,
    input: Type.Object({ id: Id }, closed),
    output: Type.Object(
      {
        loan: LoanSummary,
        view: Type.Unknown({ description: 'The loan as the borrower sees it.' }),
        postings: Type.Array(Row),
        journals: Type.Array(Row),
        disbursements: Type.Array(Row),
        repayments: Type.Array(Row),
      },
      closed,
    ),
  },
  'staff.cancelLoan': {
    id: 'staff.cancelLoan',
    method: 'POST',
    path: '/api/staff/loans/:id/cancellation',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: Type.Object(
      {
        repaymentId: Type.String(),
        state: Type.String(),
        amountCents: Type.Integer({ description: 'Amount that the borrower returns.' }),
        instructions: Type.Optional(Type.Unknown()),
      },
      closed,
    ),
  },
  'staff.pauseWithdrawals': {
    id: 'staff.pauseWithdrawals',
    method: 'PUT',
    path: '/api/staff/withdrawals',
    roles: staffRoles,
    input: Type.Object({ paused: Type.Boolean(), reason: Reason }, closed),
    output: Type.Object({ paused: Type.Boolean() }, closed),
  },
} as const satisfies Record<string, StaffOperation>;
