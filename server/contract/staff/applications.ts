import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { FileAddress, OpenCorrection } from '../schemas.ts';
import { Change } from './changes.ts';
import { Deciding, PendingDecision } from './decisions.ts';
import { AnswerRow, AnswerSection } from './answers.ts';
import { none, Id, Instant, more, page, Reason, Row, type WrittenStaffOperation } from './operation.ts';
import { LoanSummary } from './loans.ts';

export const ApplicationSummary = object({
  id: Type.String(),
  number: Type.String({ description: 'Reference number that the borrower quotes: A-4D2B-763C.' }),
  customerId: Type.String(),
  phone: Type.String({ description: 'Masked.' }),
  state: Type.String(),
  reason: Type.Optional(Type.String()),
  limitCents: Type.Optional(Type.Integer()),
  submittedAt: Instant,
});
export type ApplicationSummary = Static<typeof ApplicationSummary>;

const ApplicationEvent = object({
  id: Type.String(),
  event: Type.String(),
  from: Type.String(),
  to: Type.String(),
  actor: Type.String({ description: '`staff:<id>`, or the part of the system that acted.' }),
  who: Type.Enum(['staff', 'customer', 'system']),
  name: Type.Optional(Type.String({ description: 'Name of the person of staff who acted.' })),
  reason: Type.Optional(Type.String({ description: 'The reason in words.' })),
  at: Instant,
});
export type ApplicationEvent = Static<typeof ApplicationEvent>;

const SharedNumber = object(
  {
    id: Type.String(),
    kind: Type.Enum(['idNumber', 'account']),
    application: Type.String(),
    number: Type.String(),
    state: Type.String(),
  },
  { description: 'An application of another customer with the same ID number or account.' },
);
export type SharedNumber = Static<typeof SharedNumber>;

const share = Type.Optional(Type.Integer({ description: 'Parts per million. Absent if the provider does not tell it.' }));
/** The provider's findings on the ID photo and the selfie. */
const FaceMatch = object({
  outcome: Type.Enum(['match', 'noMatch', 'unclear', 'notRecorded', 'notCompared'], {
    description: 'notRecorded: they matched before we kept what the provider says.',
  }),
  scorePpm: share,
  thresholdPpm: share,
  at: Type.Optional(Instant),
  refused: Type.Integer({ description: 'How many pairs of photos of the customer were refused.' }),
});
export type FaceMatch = Static<typeof FaceMatch>;

const Reveal = object({
  id: Type.String(),
  name: Type.String({ description: 'Name of the person of staff.' }),
  number: Type.String({ description: 'Number of the application.' }),
  field: Type.String({ description: 'Label of the answer.' }),
  reason: Type.String(),
  at: Instant,
});
export type Reveal = Static<typeof Reveal>;

export const applicationOperations = operationsOf({
  'staff.applications': {
    route: 'GET /api/staff/applications',
    about: 'customers',
    input: object({ state: Type.Optional(Id), ...page }),
    output: object({ applications: Type.Array(ApplicationSummary), ...more }),
  },
  'staff.application': {
    route: 'GET /api/staff/applications/:id',
    about: 'customers',
    input: object({ id: Id }),
    output: object({
      application: ApplicationSummary,
      reason: Type.Optional(Type.String({ description: 'The reason of the state in words.' })),
      answers: Type.Record(Type.String(), Row, { description: 'Answers, keyed by form. Sensitive answers are masked.' }),
      sensitive: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Fields that staff can reveal, keyed by form.' }),
      sections: Type.Array(AnswerSection, { description: 'The same answers in the order and words of the screens.' }),
      corrections: Type.Array(OpenCorrection),
      events: Type.Array(ApplicationEvent),
      earlier: Type.Array(ApplicationSummary, { description: 'Earlier applications of the customer, newest first.' }),
      loans: Type.Array(LoanSummary),
      shared: Type.Array(SharedNumber),
      deciding: Deciding,
      pending: Type.Optional(PendingDecision),
      changes: Type.Array(Change, { description: 'What each correction changed, the latest first.' }),
      photos: Type.Array(AnswerRow, { description: 'The rows of the sections that are photos.' }),
      face: FaceMatch,
    }),
  },
  'staff.reveal': {
    route: 'POST /api/staff/applications/:id/reveals',
    about: 'customers',
    input: object({ id: Id, form: Id, field: Id, reason: Reason }),
    output: object({ value: Type.Unknown(), text: Type.String({ description: 'The answer as its screen shows it.' }) }),
  },
  /** POST, because each opening is audited. */
  'staff.openFile': {
    route: 'POST /api/staff/applications/:id/files',
    about: 'customers',
    input: object({
      id: Id,
      form: Id,
      field: Id,
      event: Type.Optional(
        Type.String({
          pattern: '^[0-9]{0,15}$',
          description: 'The correction before which the answer stood; empty or absent for the current one.',
        }),
      ),
    }),
    output: FileAddress,
  },
  /**
   * Exports all of them as CSV, at most 10,000 rows. The header `hakbang-more` signals that there are more. The audit log records the
   * export.
   */
  'staff.exportReveals': {
    route: 'POST /api/staff/reveal-exports',
    about: 'customers',
    file: 'text/csv',
    input: none,
    output: Type.String(),
  },
  'staff.reveals': {
    route: 'GET /api/staff/reveals',
    about: 'customers',
    input: object({ ...page }),
    output: object({ reveals: Type.Array(Reveal, { description: 'Newest first.' }), ...more }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
