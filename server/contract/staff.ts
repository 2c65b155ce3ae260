import Type, { type Static } from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { closed, Correction } from './schemas.ts';

/** Who works at the desk (safety.md, Staff). An admin manages people and sees no personal data. */
export const staffRoles = ['underwriter', 'support', 'reviewer', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** A call of staff: `roles` may make it. Screens of borrowers cannot name it, since it is not in the registry. */
export interface StaffOperation extends OperationDefinition {
  roles: readonly StaffRole[];
}

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Reason = Type.String({ minLength: 3, maxLength: 300, description: 'Why; stands in the audit.' });
const Name = Type.String({ pattern: '^[a-z][a-z0-9._-]{1,39}$', description: 'Login name.' });
const Password = Type.String({ minLength: 12, maxLength: 200 });
const Instant = Type.String();
const none = Type.Object({}, closed);
const done = Type.Object({ state: Type.String() }, closed);
const page = { before: Type.Optional(Type.String({ maxLength: 64, description: 'Id of the last one seen.' })) };
const more = { next: Type.Optional(Type.String({ description: 'Give it as `before` for the following page.' })) };

export const Person = Type.Object(
  { id: Type.String(), name: Type.String(), role: Type.Enum([...staffRoles]), disabled: Type.Boolean(), createdAt: Instant },
  closed,
);

const ApplicationSummary = Type.Object(
  {
    id: Type.String(),
    customerId: Type.String(),
    phone: Type.String({ description: 'Masked.' }),
    state: Type.String(),
    reason: Type.Optional(Type.String()),
    limitCents: Type.Optional(Type.Integer()),
    submittedAt: Instant,
  },
  closed,
);

const LoanSummary = Type.Object(
  {
    id: Type.String(),
    orderNumber: Type.String(),
    customerId: Type.String(),
    state: Type.String(),
    principalCents: Type.Integer(),
    dueDate: Type.Optional(Type.String()),
    createdAt: Instant,
  },
  closed,
);

const Row = Type.Record(Type.String(), Type.Unknown());

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
    keptUntil: Type.Optional(Type.String({ description: 'Manila day until which the law keeps loans and their documents.' })),
  },
  closed,
);

const FeedbackSummary = Type.Object(
  { id: Type.String(), number: Type.String(), customerId: Type.String(), topic: Type.String(), receivedAt: Instant },
  closed,
);

const Feedback = Type.Object(
  {
    feedback: FeedbackSummary,
    answers: Row,
    photos: Type.Array(Type.String(), { description: 'Addresses on this server that serve for a short time.' }),
  },
  closed,
);

const everybody = staffRoles;
const desk = ['underwriter', 'support'] as const;

/** The API of staff. Everything but `staff.login` wants `authorization: Bearer <token>`. */
export const staffOperations = {
  'staff.login': {
    id: 'staff.login',
    method: 'POST',
    path: '/api/staff/sessions',
    noCheck: true,
    roles: everybody,
    input: Type.Object({ name: Name, password: Type.String({ maxLength: 200 }), code: Type.String({ pattern: '^[0-9]{6}$' }) }, closed),
    output: Type.Object({ token: Type.String(), person: Person, expiresAt: Instant }, closed),
  },
  'staff.logout': { id: 'staff.logout', method: 'DELETE', path: '/api/staff/session', roles: everybody, input: none, output: none },
  'staff.me': { id: 'staff.me', method: 'GET', path: '/api/staff/session', roles: everybody, input: none, output: Person },
  'staff.people': {
    id: 'staff.people',
    method: 'GET',
    path: '/api/staff/people',
    roles: ['admin'],
    input: none,
    output: Type.Object({ people: Type.Array(Person) }, closed),
  },
  'staff.addPerson': {
    id: 'staff.addPerson',
    method: 'POST',
    path: '/api/staff/people',
    roles: ['admin'],
    input: Type.Object({ name: Name, role: Type.Enum([...staffRoles]), password: Password }, closed),
    output: Type.Object(
      { person: Person, totpAddress: Type.String({ description: 'otpauth: address of the second factor; shown once.' }) },
      closed,
    ),
  },
  'staff.disablePerson': {
    id: 'staff.disablePerson',
    method: 'DELETE',
    path: '/api/staff/people/:id',
    roles: ['admin'],
    input: Type.Object({ id: Id }, closed),
    output: Person,
  },
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
        answers: Type.Record(Type.String(), Row, { description: 'By form; what is sensitive is masked.' }),
        sensitive: Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Fields that can be revealed, by form.' }),
        corrections: Type.Array(Correction),
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
        limitCents: Type.Optional(Type.Integer({ minimum: 1, description: 'Of an acceptance.' })),
        reason: Type.Optional(Type.String({ pattern: '^[a-z][A-Za-z0-9]{1,39}$', description: 'Of a rejection: enums.decisionReason.' })),
        retryAfterDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650, description: 'Of a rejection.' })),
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
  'staff.loans': {
    id: 'staff.loans',
    method: 'GET',
    path: '/api/staff/loans',
    roles: desk,
    input: Type.Object({ state: Type.Optional(Id), ...page }, closed),
    output: Type.Object({ loans: Type.Array(LoanSummary), ...more }, closed),
  },
  'staff.loan': {
    id: 'staff.loan',
    method: 'GET',
    path: '/api/staff/loans/:id',
    roles: desk,
    input: Type.Object({ id: Id }, closed),
    output: Type.Object(
      {
        loan: LoanSummary,
        view: Type.Unknown({ description: 'As the borrower sees it.' }),
        postings: Type.Array(Row),
        journals: Type.Array(Row),
        disbursements: Type.Array(Row),
        repayments: Type.Array(Row),
      },
      closed,
    ),
  },
  'staff.cancelLoan': {
    id: 'staff.cancelLoan',
    method: 'POST',
    path: '/api/staff/loans/:id/cancellation',
    roles: ['support'],
    input: Type.Object({ id: Id, reason: Reason }, closed),
    output: Type.Object(
      {
        repaymentId: Type.String(),
        state: Type.String(),
        amountCents: Type.Integer({ description: 'What the borrower returns.' }),
        instructions: Type.Optional(Type.Unknown()),
      },
      closed,
    ),
  },
  'staff.pauseWithdrawals': {
    id: 'staff.pauseWithdrawals',
    method: 'PUT',
    path: '/api/staff/withdrawals',
    roles: ['underwriter', 'support', 'reviewer', 'admin'],
    input: Type.Object({ paused: Type.Boolean(), reason: Reason }, closed),
    output: Type.Object({ paused: Type.Boolean() }, closed),
  },
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
  /** A borrower asks by phone or mail: support records it. */
  'staff.requestDeletion': {
    id: 'staff.requestDeletion',
    method: 'POST',
    path: '/api/staff/deletion-requests',
    roles: ['support'],
    input: Type.Object({ customerId: Id, reason: Reason }, closed),
    output: DeletionRequest,
  },
  /** Shreds what the law does not keep; refused while a loan is open. */
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
  /** The words in the clear; this is audited. */
  'staff.readFeedback': {
    id: 'staff.readFeedback',
    method: 'GET',
    path: '/api/staff/feedback/:id',
    roles: ['support'],
    input: Type.Object({ id: Id }, closed),
    output: Feedback,
  },
} as const satisfies Record<string, StaffOperation>;

export type StaffOperations = typeof staffOperations;
export type Person = Static<typeof Person>;
export type DeletionRequest = Static<typeof DeletionRequest>;
export type ApplicationSummary = Static<typeof ApplicationSummary>;
export type LoanSummary = Static<typeof LoanSummary>;
export type FeedbackSummary = Static<typeof FeedbackSummary>;
export type Feedback = Static<typeof Feedback>;
