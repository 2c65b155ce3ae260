import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Loan } from '../loans.ts';
import { SignedAddress } from '../schemas.ts';
import { Day } from '../units.ts';
import { Id, Instant, more, page, Reason, Row, type WrittenStaffOperation } from './operation.ts';

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
    about: 'customers',
    input: object({ state: Type.Optional(Id), ...page }),
    output: object({ loans: Type.Array(LoanSummary), ...more }),
  },
  'staff.loan': {
    route: 'GET /api/staff/loans/:id',
    about: 'customers',
    input: object({ id: Id }),
    output: object({
      loan: LoanSummary,
      view: Loan,
      postings: Type.Array(
        object({ sequence: Type.Integer(), kind: Type.String(), day: Day(), posting: Row, cashCents: Type.Optional(Type.Integer()) }),
      ),
      journals: Type.Array(object({ key: Type.String(), kind: Type.String(), day: Day(), account: Type.String(), cents: Type.Integer() })),
      disbursements: Type.Array(Row, { description: "Payout attempts, with the provider's messages." }),
      repayments: Type.Array(Row),
    }),
  },
  /** What is owed on another day if nothing is paid until then. */
  'staff.loanOn': {
    route: 'GET /api/staff/loans/:id/owed',
    about: 'customers',
    input: object({ id: Id, inDays: Type.Integer({ minimum: 0, maximum: 365, description: 'Days from today.' }) }),
    output: object({
      day: Day(),
      principalCents: Type.Integer(),
      interestCents: Type.Integer(),
      lateChargeCents: Type.Integer(),
      penaltyCents: Type.Integer(),
      totalCents: Type.Integer(),
      overdueDays: Type.Integer(),
    }),
  },
  /** The statement of a loan as PDF, in the borrower's language. POST, because each opening is audited. */
  'staff.loanStatement': {
    route: 'POST /api/staff/loans/:id/statements',
    about: 'customers',
    input: object({
      id: Id,
      inDays: Type.Integer({ minimum: 0, maximum: 365, description: 'Days from today: it says what is owed then.' }),
    }),
    output: SignedAddress,
  },
  'staff.cancelLoan': {
    route: 'POST /api/staff/loans/:id/cancellation',
    about: 'customers',
    fresh: true,
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
    about: 'service',
    fresh: true,
    input: object({ paused: Type.Boolean(), reason: Reason }),
    output: object({ paused: Type.Boolean() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
