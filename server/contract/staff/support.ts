import Type, { type Static } from 'typebox';
import { closed } from '../schemas.ts';
import { Id, Instant, more, page, Reason, Row, type StaffOperation } from './operation.ts';

const deletionStates = ['requested', 'refused', 'done'] as const;
const DeletionRequest = Type.Object(
  {
    id: Type.String(),
    customerId: Type.String(),
    state: Type.Enum([...deletionStates]),
    reason: Type.String(),
    requestedAt: Instant,
    requestedBy: Type.String(),
    closedAt: Type.Optional(Instant),
    keptUntil: Type.Optional(
      Type.String({ description: 'Calendar day until which the law requires us to keep loans and their documents.' }),
    ),
  },
  closed,
);
export type DeletionRequest = Static<typeof DeletionRequest>;

const FeedbackSummary = Type.Object(
  { id: Type.String(), number: Type.String(), customerId: Type.String(), topic: Type.String(), receivedAt: Instant },
  closed,
);
export type FeedbackSummary = Static<typeof FeedbackSummary>;

const Feedback = Type.Object(
  {
    feedback: FeedbackSummary,
    answers: Row,
    photos: Type.Array(Type.String(), { description: 'Short-lived URLs on this server.' }),
  },
  closed,
);
export type Feedback = Static<typeof Feedback>;

export const supportOperations = {
  'staff.unlock': {
    id: 'staff.unlock',
    method: 'POST',
    path: '/api/staff/unlocks',
    roles: ['support'],
    input: Type.Object({ phone: Type.String({ maxLength: 16 }), reason: Reason }, closed),
    output: Type.Object({ found: Type.Boolean() }, closed),
  },
  'staff.deletionRequests': {
    id: 'staff.deletionRequests',
    method: 'GET',
    path: '/api/staff/deletion-requests',
    roles: ['support'],
    input: Type.Object({ state: Type.Optional(Type.Enum([...deletionStates])) }, closed),
    output: Type.Object({ requests: Type.Array(DeletionRequest) }, closed),
  },
  /** Records a request that a borrower made by phone or mail. */
  'staff.requestDeletion': {
    id: 'staff.requestDeletion',
    method: 'POST',
    path: '/api/staff/deletion-requests',
    roles: ['support'],
    input: Type.Object({ customerId: Id, reason: Reason }, closed),
    output: DeletionRequest,
  },
  /** Deletes all data that the law does not require us to keep. Refused while a loan is open or money is owed to the borrower. */
  'staff.completeDeletion': {
    id: 'staff.completeDeletion',
    method: 'POST',
    path: '/api/staff/deletion-requests/:id/completion',
    roles: ['support'],
    input: Type.Object({ id: Id }, closed),
    output: DeletionRequest,
  },
  'staff.refuseDeletion': {
    id: 'staff.refuseDeletion',
    method: 'POST',
    path: '/api/staff/deletion-requests/:id/refusal',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: DeletionRequest,
  },
  'staff.feedback': {
    id: 'staff.feedback',
    method: 'GET',
    path: '/api/staff/feedback',
    roles: ['support'],
    input: Type.Object({ topic: Type.Optional(Id), ...page }, closed),
    output: Type.Object({ feedback: Type.Array(FeedbackSummary), ...more }, closed),
  },
  /** Returns the decrypted text. Each read is audited. */
  'staff.readFeedback': {
    id: 'staff.readFeedback',
    method: 'GET',
    path: '/api/staff/feedback/:id',
    roles: ['support'],
    input: Type.Object({ id: Id }, closed),
    output: Feedback,
  },
} as const satisfies Record<string, StaffOperation>;
