import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { desk, Id, Instant, Reason, type StaffOperation } from './operation.ts';

const HeldPayment = Type.Object(
  {
    id: Type.String({ description: 'Of the repayment.' }),
    loanId: Type.String(),
    orderNumber: Type.String(),
    customerId: Type.String(),
    kind: Type.String(),
    askedCents: Type.Integer(),
    paidCents: Type.Integer(),
    paidAt: Instant,
    reference: Type.String({ description: 'Ours, at the provider.' }),
  },
  closed,
);
export type HeldPayment = Static<typeof HeldPayment>;

const settled = Type.Object({ id: Type.String(), amountCents: Type.Integer() }, closed);

/** Money that came in and does not fit what was asked for: it lies in suspense until a person has looked at it. */
export const heldOperations = {
  'staff.heldPayments': {
    id: 'staff.heldPayments',
    method: 'GET',
    path: '/api/staff/held-payments',
    roles: desk,
    input: Type.Object({}, closed),
    output: Type.Object({ payments: Type.Array(HeldPayment, { description: 'Oldest first.' }) }, closed),
  },
  /** Pays what is due on its loan, as of the day on which it was paid; what is beyond is owed to the borrower. */
  'staff.allocateHeld': {
    id: 'staff.allocateHeld',
    method: 'POST',
    path: '/api/staff/held-payments/:id/allocation',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: settled,
  },
  /** Leaves the loan alone: all of it is owed to the borrower, as what is overpaid. */
  'staff.returnHeld': {
    id: 'staff.returnHeld',
    method: 'POST',
    path: '/api/staff/held-payments/:id/return',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: settled,
  },
} as const satisfies Record<string, StaffOperation>;
