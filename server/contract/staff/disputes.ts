import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, type WrittenStaffOperation } from './operation.ts';

export const disputeSubjects = ['customer', 'loan', 'repayment'] as const;

const Code = Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,39}$' });
const Note = Type.String({ maxLength: 2000, pattern: '(?:\\S\\s*){3}', description: 'A note, stored encrypted.' });

const Dispute = object({
  id: Type.String(),
  number: Type.String({ description: 'Reference number that people quote, C-….' }),
  customerId: Type.String(),
  about: Type.Enum([...disputeSubjects]),
  loanId: Type.Optional(Type.String({ description: 'The loan, or the loan of the payment.' })),
  orderNumber: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String({ description: 'Of the payment.' })),
  reason: Type.String({ description: 'A code of the enum disputeReason.' }),
  state: Type.Enum(['open', 'resolved']),
  note: Type.String(),
  openedAt: Instant,
  openedBy: Type.String({ description: 'Name.' }),
  outcome: Type.Optional(Type.String({ description: 'A code of the enum disputeOutcome.' })),
  answer: Type.Optional(Type.String({ description: 'Why it was resolved like this.' })),
  resolvedAt: Type.Optional(Instant),
  resolvedBy: Type.Optional(Type.String()),
});
export type Dispute = Static<typeof Dispute>;

/** Disputes that customers raise by phone or mail. Staff record them and answer them by a deadline. */
export const disputeOperations = operationsOf({
  'staff.disputes': {
    route: 'GET /api/staff/disputes',
    about: 'customers',
    input: object({ customerId: Id }),
    output: object({ disputes: Type.Array(Dispute, { description: 'Newest first, 100 at most.' }) }),
  },
  'staff.dispute': {
    route: 'GET /api/staff/disputes/:id',
    about: 'customers',
    input: object({ id: Id }),
    output: Dispute,
  },
  /** A subject can have only one open dispute. Fails with `disputeOpen`. */
  'staff.openDispute': {
    route: 'POST /api/staff/disputes',
    about: 'customers',
    input: object({ about: Type.Enum([...disputeSubjects]), id: Id, reason: Code, note: Note }),
    output: object({ id: Type.String(), number: Type.String() }),
  },
  /** Fails with `disputeResolved`, and with `claimed` while somebody else is working on it. */
  'staff.resolveDispute': {
    route: 'POST /api/staff/disputes/:id/resolution',
    about: 'customers',
    input: object({ id: Id, outcome: Code, note: Note }),
    output: object({ state: Type.String() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
