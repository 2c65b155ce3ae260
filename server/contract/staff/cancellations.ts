import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, Reason, type WrittenStaffOperation } from './operation.ts';

const CancellationRequest = object({
  id: Type.String(),
  loanId: Type.String(),
  orderNumber: Type.String(),
  customerId: Type.String(),
  requestedAt: Instant,
  receivedAt: Instant,
  toReturnCents: Type.Integer({ description: 'Amount that the borrower returns.' }),
});
export type CancellationRequest = Static<typeof CancellationRequest>;

/** Borrowers' requests to cancel a loan. `staff.cancelLoan` completes one. The time of the request decides whether it is in time. */
export const cancellationOperations = operationsOf({
  'staff.cancellationRequests': {
    route: 'GET /api/staff/cancellation-requests',
    about: 'customers',
    input: object({}),
    output: object({ requests: Type.Array(CancellationRequest, { description: 'Oldest first.' }) }),
  },
  'staff.declineCancellation': {
    route: 'POST /api/staff/cancellation-requests/:id/refusal',
    about: 'customers',
    input: object({ id: Id, reason: Reason }),
    output: object({ id: Type.String() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
