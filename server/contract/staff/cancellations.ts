import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { desk, Id, Instant, Reason, type StaffOperation } from './operation.ts';

const CancellationRequest = Type.Object(
  {
    id: Type.String(),
    loanId: Type.String(),
    orderNumber: Type.String(),
    customerId: Type.String(),
    requestedAt: Instant,
    receivedAt: Instant,
    toReturnCents: Type.Integer({ description: 'Amount that the borrower returns.' }),
  },
  closed,
);
export type CancellationRequest = Static<typeof CancellationRequest>;

/** Borrowers' requests to cancel a loan. `staff.cancelLoan` completes one. The time of the request decides whether it is in time. */
export const cancellationOperations = {
  'staff.cancellationRequests': {
    id: 'staff.cancellationRequests',
    method: 'GET',
    path: '/api/staff/cancellation-requests',
    roles: desk,
    input: Type.Object({}, closed),
    output: Type.Object({ requests: Type.Array(CancellationRequest, { description: 'Oldest first.' }) }, closed),
  },
  'staff.declineCancellation': {
    id: 'staff.declineCancellation',
    method: 'POST',
    path: '/api/staff/cancellation-requests/:id/refusal',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: Type.Object({ id: Type.String() }, closed),
  },
} as const satisfies Record<string, StaffOperation>;
