import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Id, Instant, more, page, Row, type WrittenStaffOperation } from './operation.ts';

const FeedbackSummary = object({
  id: Type.String(),
  number: Type.String(),
  customerId: Type.String(),
  topic: Type.String(),
  receivedAt: Instant,
});
export type FeedbackSummary = Static<typeof FeedbackSummary>;

const Feedback = object({
  feedback: FeedbackSummary,
  answers: Row,
  photos: Type.Array(Type.String(), { description: 'Short-lived URLs on this server.' }),
});
export type Feedback = Static<typeof Feedback>;

export const feedbackOperations = operationsOf({
  'staff.feedback': {
    route: 'GET /api/staff/feedback',
    about: 'customers',
    input: object({ topic: Type.Optional(Id), ...page }),
    output: object({ feedback: Type.Array(FeedbackSummary), ...more }),
  },
  /** Returns the decrypted text. Each read is audited. */
  'staff.readFeedback': { route: 'GET /api/staff/feedback/:id', about: 'customers', input: object({ id: Id }), output: Feedback },
} as const satisfies Record<string, WrittenStaffOperation>);
