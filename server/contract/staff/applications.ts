import Type, { type Static } from 'typebox';
import { closed, Correction, OpenCorrection } from '../schemas.ts';
import { desk, done, Id, Instant, more, page, Reason, Row, type StaffOperation } from './operation.ts';
import { LoanSummary } from './loans.ts';

export const ApplicationSummary = Type.Object(
  {
    id: Type.String(),
    number: Type.String({ description: 'Reference number that the borrower quotes: A-4D2B-763C.' }),
    customerId: Type.String(),
    phone: Type.String({ description: 'Masked.' }),
    state: Type.String(),
    reason: Type.Optional(Type.String()),
    limitCents: Type.Optional(Type.Integer()),
    submittedAt: Instant,
  },
  closed,
);
export type ApplicationSummary = Static<typeof ApplicationSummary>;

export const applicationOperations = {
  'staff.applications': {
    id: 'staff.applications',
    method: 'GET',
    path: '/api/staff/applications',
    roles: desk,
    input: Type.Object({ state: Type.Optional(Id), ...page }, closed),
    output: Type.Object({ applications: Type.Array(ApplicationSummary), ...more }, closed),
  },
  'staff.application': {
    id: 'staff.application',
    method: 'GET',
    path: '/api/staff/applications/:id',
    roles: desk,
    input: Type.Object({ id: Id }, closed),
    output: Type.Object(
      {
        application: ApplicationSummary,
        answers: Type.Record(Type.String(), Row, { description: 'Answers, keyed by form. Sensitive answers are masked.' }),
        sensitive: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Fields that staff can reveal, keyed by form.' }),
        corrections: Type.Array(OpenCorrection),
        events: Type.Array(Row),
        loans: Type.Array(LoanSummary),
      },
      closed,
    ),
  },
  'staff.reveal': {
    id: 'staff.reveal',
    method: 'POST',
    path: '/api/staff/applications/:id/reveals',
    roles: desk,
    input: Type.Object({ id: Id, form: Id, field: Id, reason: Reason }, closed),
    output: Type.Object({ value: Type.Unknown() }, closed),
  },
  'staff.decide': {
    id: 'staff.decide',
    method: 'POST',
    path: '/api/staff/applications/:id/decisions',
    roles: ['underwriter'],
    input: Type.Object(
      {
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
      },
      closed,
    ),
    output: done,
  },
  'staff.sendBack': {
    id: 'staff.sendBack',
    method: 'POST',
    path: '/api/staff/applications/:id/corrections',
    roles: desk,
    input: Type.Object({ id: Id, corrections: Type.Array(Correction, { minItems: 1, maxItems: 30 }) }, closed),
    output: done,
  },
} as const satisfies Record<string, StaffOperation>;
