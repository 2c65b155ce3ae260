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

const DeletionPreview = object({
  request: DeletionRequest,
  number: Type.String(),
  askedBy: Type.Enum(['customer', 'staff']),
  needsSecond: Type.Boolean({ description: 'It waits until a second person approves it.' }),
  blocked: Type.Optional(Type.String({ description: 'Why it cannot be done now: an error code.' })),
  goes: Type.Array(object({ id: Type.String({ description: 'Table.' }), deleted: Type.Integer(), emptied: Type.Integer() }), {
    description: 'Rows that are deleted, or emptied of what is not kept.',
  }),
  stays: Type.Array(object({ id: Type.String({ description: 'Table.' }), rows: Type.Integer() }), {
    description: 'Rows that still name the account afterwards.',
  }),
  keptUntil: Type.Optional(
    Type.String({ description: 'Day until which the law requires what stays. Without it, nobody can read what stays.' }),
  ),
  keptAnswers: Type.Array(Type.String(), { description: 'Titles of the forms whose answers stay.' }),
});
export type DeletionPreview = Static<typeof DeletionPreview>;

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
  /** Previews what a deletion would erase and what the law requires us to keep, by running it and rolling it back. */
  'staff.deletion': {
    route: 'GET /api/staff/deletion-requests/:id',
    about: 'customers',
    input: object({ id: Id }),
    output: DeletionPreview,
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
