import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, Reason, type WrittenStaffOperation } from './operation.ts';

const HeldPayment = object({
  id: Type.String({ description: 'Id of the repayment.' }),
  loanId: Type.String(),
  orderNumber: Type.String(),
  customerId: Type.String(),
  kind: Type.String(),
  askedCents: Type.Integer(),
  paidCents: Type.Integer(),
  paidAt: Instant,
  reference: Type.String({ description: "Our reference in the provider's system." }),
});
export type HeldPayment = Static<typeof HeldPayment>;

const OpenedHeld = object({
  payment: HeldPayment,
  isHeld: Type.Boolean({ description: 'Nobody has placed it yet.' }),
  proposal: Type.Optional(
    object({
      to: Type.Enum(['loan', 'borrower']),
      score: Type.Integer({ description: 'How sure it is, from 0 to 100.' }),
      reasons: Type.Array(Type.String()),
    }),
  ),
  owedCents: Type.Integer({ description: 'What settled the loan on the day that it came in.' }),
});
export type OpenedHeld = Static<typeof OpenedHeld>;

const settled = object({ id: Type.String(), amountCents: Type.Integer() });

/** Payments that differ from the requested amount. They stay in suspense until staff decide. */
export const heldOperations = operationsOf({
  'staff.heldPayments': {
    route: 'GET /api/staff/held-payments',
    about: 'customers',
    input: object({}),
    output: object({ payments: Type.Array(HeldPayment, { description: 'Oldest first.' }) }),
  },
  /** One payment, with a proposal of where it belongs. Nothing is automatic: a person decides. */
  'staff.heldPayment': {
    route: 'GET /api/staff/held-payments/:id',
    about: 'customers',
    input: object({ id: Id }),
    output: OpenedHeld,
  },
  /** Allocates the money to the loan as of the day it was paid. Any excess is owed to the borrower. */
  'staff.allocateHeld': {
    route: 'POST /api/staff/held-payments/:id/allocation',
    about: 'customers',
    fresh: true,
    input: object({ id: Id, reason: Reason }),
    output: settled,
  },
  /** Leaves the loan unchanged. The whole amount is owed to the borrower as an overpayment. */
  'staff.returnHeld': {
    route: 'POST /api/staff/held-payments/:id/return',
    about: 'customers',
    fresh: true,
    input: object({ id: Id, reason: Reason }),
    output: settled,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
