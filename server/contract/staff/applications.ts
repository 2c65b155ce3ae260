import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Correction, OpenCorrection } from '../schemas.ts';
import { AnswerSection } from './answers.ts';
import { desk, done, Id, Instant, more, page, Reason, Row, type WrittenStaffOperation } from './operation.ts';
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

export const applicationOperations = operationsOf({
  'staff.applications': {
    route: 'GET /api/staff/applications',
    roles: desk,
    input: object({ state: Type.Optional(Id), ...page }),
    output: object({ applications: Type.Array(ApplicationSummary), ...more }),
  },
  'staff.application': {
    route: 'GET /api/staff/applications/:id',
    roles: desk,
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
    }),
  },
  'staff.reveal': {
    route: 'POST /api/staff/applications/:id/reveals',
    roles: desk,
    input: object({ id: Id, form: Id, field: Id, reason: Reason }),
    output: object({ value: Type.Unknown() }),
  },
  'staff.decide': {
    route: 'POST /api/staff/applications/:id/decisions',
    roles: ['underwriter'],
    input: object({
      id: Id,
      decision: Type.Enum(['accepted', 'rejected']),
      limitCents: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100_000_000,
          description: 'Limit for an acceptance, up to the maximum in flows/lending/limits.json.',
        }),
      ),
      reason: Type.Optional(
        Type.String({
          pattern: '^[a-z][A-Za-z0-9]{1,39}$',
          description: 'Reason for a rejection. Its label is enums.rejectionReason.<reason>.',
        }),
      ),
      retryAfterDays: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 3650, description: 'Days until the borrower may apply again after a rejection.' }),
      ),
    }),
    output: done,
  },
  'staff.sendBack': {
    route: 'POST /api/staff/applications/:id/corrections',
    roles: desk,
    input: object({ id: Id, corrections: Type.Array(Correction, { minItems: 1, maxItems: 30 }) }),
    output: done,
  },
} as const satisfies Record<string, WrittenStaffOperation>);
