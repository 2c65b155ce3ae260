import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, Reason, type WrittenStaffOperation } from './operation.ts';

const deletionStates = ['requested', 'refused', 'done'] as const;
export const DeletionRequest = object({
  id: Type.String(),
  customerId: Type.String(),
  state: Type.Enum([...deletionStates]),
  reason: Type.String(),
  requestedAt: Instant,
  requestedBy: Type.String(),
  closedAt: Type.Optional(Instant),
  keptUntil: Type.Optional(Type.String({ description: 'Calendar day until which the law requires us to keep loans and their documents.' })),
});
export type DeletionRequest = Static<typeof DeletionRequest>;

export const supportOperations = operationsOf({
  'staff.unlock': {
    route: 'POST /api/staff/unlocks',
    about: 'customers',
    input: object({ phone: Type.String({ maxLength: 16 }), reason: Reason }),
    output: object({ found: Type.Boolean() }),
  },
  'staff.deletionRequests': {
    route: 'GET /api/staff/deletion-requests',
    about: 'customers',
    input: object({ state: Type.Optional(Type.Enum([...deletionStates])) }),
    output: object({ requests: Type.Array(DeletionRequest) }),
  },
  /** Records a request that a borrower made by phone or mail. */
  'staff.requestDeletion': {
    route: 'POST /api/staff/deletion-requests',
    about: 'customers',
    input: object({ customerId: Id, reason: Reason }),
    output: DeletionRequest,
  },
  /** Deletes all data that the law does not require us to keep. Refused while a loan is open or money is owed to the borrower. */
  'staff.completeDeletion': {
    route: 'POST /api/staff/deletion-requests/:id/completion',
    about: 'customers',
    fresh: true,
    input: object({ id: Id }),
    output: DeletionRequest,
  },
  'staff.refuseDeletion': {
    route: 'POST /api/staff/deletion-requests/:id/refusal',
    about: 'customers',
    input: object({ id: Id, reason: Reason }),
    output: DeletionRequest,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
