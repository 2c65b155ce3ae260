import Type, { type Static } from 'typebox';
import { operationsOf } from '../operation.ts';
import { object } from '../../../engine/config/object.ts';
import { Correction } from '../schemas.ts';
import { Id, Instant, type WrittenStaffOperation } from './operation.ts';

const kinds = ['accepted', 'rejected', 'sendBack'] as const;

const limitCents = Type.Integer({
  minimum: 1,
  maximum: 100_000_000,
  description: 'Limit for an acceptance, up to the maximum in flows/lending/limits.json.',
});
const reason = Type.String({
  pattern: '^[a-z][A-Za-z0-9]{1,39}$',
  description: 'Reason for a rejection. Its label is enums.rejectionReason.<reason>.',
});
const retryAfterDays = Type.Integer({
  minimum: 0,
  maximum: 3650,
  description: 'Days until the borrower may apply again after a rejection.',
});
const corrections = Type.Array(Correction, { minItems: 1, maxItems: 30 });
const later = Type.Optional(
  Type.Boolean({ description: 'Carries it out after takeBackSeconds of flows/desk.json. Until then, staff.takeBack undoes it.' }),
);
const decided = object({ state: Type.String(), dueAt: Type.Optional(Instant) });

/** A decision that is waiting to take effect, or that was refused when it came due. */
export const PendingDecision = object({
  decision: Type.Enum([...kinds]),
  name: Type.String({ description: 'Who decided.' }),
  isOwn: Type.Boolean({ description: 'Whether the reader decided, and may take it back.' }),
  dueAt: Instant,
  seconds: Type.Integer({ description: 'Seconds until it is carried out.' }),
  refused: Type.Optional(Type.String({ description: 'Error code.' })),
});
export type PendingDecision = Static<typeof PendingDecision>;

const Choice = object({ id: Type.String(), label: Type.String() });

/** The decisions that the reader may make about an application now. */
export const Deciding = object({
  mayDecide: Type.Boolean(),
  maySendBack: Type.Boolean(),
  limits: object({ minimumCents: Type.Integer(), maximumCents: Type.Integer(), stepCents: Type.Integer() }),
  secondAboveCents: Type.Optional(Type.Integer({ description: 'A higher limit waits until a second person approves it.' })),
  rejectionReasons: Type.Array(Choice),
  sendable: Type.Array(
    object({ id: Type.String(), form: Type.String(), field: Type.String(), label: Type.String(), reasons: Type.Array(Choice) }),
    { description: 'Answers that can be sent back, with their reasons.' },
  ),
});
export type Deciding = Static<typeof Deciding>;

export const Preview = object({
  language: Type.String(),
  sms: Type.Optional(Type.String()),
  sentAt: Type.Optional(Type.String({ description: 'When the SMS is sent, if it waits for the end of the quiet hours.' })),
  message: Type.Optional(object({ title: Type.String(), text: Type.String() })),
  reason: Type.Optional(Type.String({ description: 'The reason of a rejection.' })),
  fields: Type.Array(object({ id: Type.String(), label: Type.String(), reason: Type.String(), note: Type.Optional(Type.String()) })),
});
export type Preview = Static<typeof Preview>;

export const decisionOperations = operationsOf({
  'staff.decide': {
    route: 'POST /api/staff/applications/:id/decisions',
    about: 'customers',
    input: object({
      id: Id,
      decision: Type.Enum(['accepted', 'rejected']),
      limitCents: Type.Optional(limitCents),
      reason: Type.Optional(reason),
      retryAfterDays: Type.Optional(retryAfterDays),
      later,
    }),
    output: decided,
  },
  'staff.sendBack': {
    route: 'POST /api/staff/applications/:id/corrections',
    about: 'customers',
    input: object({ id: Id, corrections, later }),
    output: decided,
  },
  /** Previews what the borrower would read. Changes nothing. */
  'staff.previewDecision': {
    route: 'POST /api/staff/applications/:id/previews',
    about: 'customers',
    input: object({
      id: Id,
      decision: Type.Enum([...kinds]),
      limitCents: Type.Optional(limitCents),
      reason: Type.Optional(reason),
      retryAfterDays: Type.Optional(retryAfterDays),
      corrections: Type.Optional(corrections),
    }),
    output: Preview,
  },
  'staff.takeBack': {
    route: 'POST /api/staff/applications/:id/take-back',
    about: 'customers',
    input: object({ id: Id }),
    output: object({ decision: Type.String() }),
  },
} as const satisfies Record<string, WrittenStaffOperation>);
