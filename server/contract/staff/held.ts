import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { desk, Id, Instant, Reason, type StaffOperation } from './operation.ts';

const HeldPayment = Type.Object(
  {
    id: Type.String({ description: 'Id of the repayment.' }),
    loanId: Type.String(),
    orderNumber: Type.String(),
    customerId: Type.String(),
    kind: Type.String(),
    askedCents: Type.Integer(),
    paidCents: Type.Integer(),
    paidAt: Instant,
    reference: Type.String({ description: "Our reference in the provider's system." }),
  },
  closed,
);
export type HeldPayment = Static<typeof HeldPayment>;

const settled = Type.Object({ id: Type.String(), amountCents: Type.Integer() }, closed);

/** Payments that differ from the requested amount. They stay in suspense until staff decide. */
export const heldOperations = {
  'staff.heldPayments': {
    id: 'staff.heldPayments',
    method: 'GET',
    path: '/api/staff/held-payments',
    roles: desk,
    input: Type.Object({}, closed),
    output: Type.Object({ payments: Type.Array(HeldPayment, { description: 'Oldest first.' }) }, closed),
  },
  /** Allocates the money to the loan as of the day it was paid. Any excess is owed to the borrower. */
  'staff.allocateHeld': {
    id: 'staff.allocateHeld',
    method: 'POST',
    path: '/api/staff/held-payments/:id/allocation',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: settled,
  },
  /** Leaves the loan unchanged. The whole amount is owed to the borrower as an overpayment. */
  'staff.returnHeld': {
    id: 'staff.returnHeld',
    method: 'POST',
    path: '/api/staff/held-payments/:id/return',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: settled,
  },
} as const satisfies Record<string, StaffOperation>;
