import Type from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { SignatureInput } from './agreements.ts';
import { Disclosure } from './disclosure.ts';
import { closed } from './schemas.ts';
import { AdvanceOffer, Appointment, EasyReloanView, NextBooking, reloanModes, AdvanceDraft } from './advance.ts';

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });
const choice = {
  productId: Id,
  amountCents: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  termDays: Type.Integer({ minimum: 1, maximum: 3650 }),
};
const none = Type.Object({}, closed);
/** Consent to the prepared agreement. `signature` is required until a valid one is on file. */
const Consent = Type.Object(
  {
    consentId: Id,
    disclosureHash: Type.String({ maxLength: 100 }),
    nonce: Type.String({ maxLength: 100 }),
    signature: Type.Optional(SignatureInput),
  },
  closed,
);

/** Operations for loans agreed to in advance. Part of `operations`. */
export const advanceOperations = {
  'easyReloan.view': {
    id: 'easyReloan.view',
    feature: 'easyReloan',
    method: 'GET',
    path: '/api/easy-reloan',
    input: none,
    output: EasyReloanView,
  },
  /** Quotes each loan as if it were paid out today. */
  'easyReloan.quote': {
    id: 'easyReloan.quote',
    feature: 'easyReloan',
    method: 'GET',
    path: '/api/easy-reloan/quote',
    input: Type.Object(choice, closed),
    output: Disclosure,
  },
  'easyReloan.prepare': {
    id: 'easyReloan.prepare',
    feature: 'easyReloan',
    method: 'POST',
    path: '/api/easy-reloan/drafts',
    repeatable: true,
    input: Type.Object(
      {
        ...choice,
        mode: Type.Enum([...reloanModes]),
        dayOfMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: 28, description: 'Required in scheduled mode.' })),
      },
      closed,
    ),
    output: AdvanceDraft,
  },
  'easyReloan.draft': {
    id: 'easyReloan.draft',
    feature: 'easyReloan',
    method: 'GET',
    path: '/api/easy-reloan/draft',
    input: none,
    output: AdvanceDraft,
  },
  /** Turns Easy Re-loan on, or replaces its terms. */
  'easyReloan.agree': {
    id: 'easyReloan.agree',
    feature: 'easyReloan',
    method: 'POST',
    path: '/api/easy-reloan',
    repeatable: true,
    fresh: true,
    input: Consent,
    output: EasyReloanView,
  },
  'easyReloan.off': {
    id: 'easyReloan.off',
    feature: 'easyReloan',
    method: 'POST',
    path: '/api/easy-reloan/off',
    repeatable: true,
    input: none,
    output: EasyReloanView,
  },
  'appointments.offer': {
    id: 'appointments.offer',
    feature: 'appointment',
    method: 'GET',
    path: '/api/appointments/offer',
    input: none,
    output: Type.Object(
      {
        ...AdvanceOffer.properties,
        days: Type.Array(Day, { description: 'Days that can be booked.' }),
        waitDays: Type.Integer({ description: 'Days after the booked day during which the payout is still tried.' }),
      },
      closed,
    ),
  },
  /** Quotes the loan as if it were paid out on that day. */
  'appointments.quote': {
    id: 'appointments.quote',
    feature: 'appointment',
    method: 'GET',
    path: '/api/appointments/quote',
    input: Type.Object({ ...choice, day: Day }, closed),
    output: Disclosure,
  },
  'appointments.prepare': {
    id: 'appointments.prepare',
    feature: 'appointment',
    method: 'POST',
    path: '/api/appointments/drafts',
    repeatable: true,
    input: Type.Object({ ...choice, day: Day }, closed),
    output: AdvanceDraft,
  },
  'appointments.draft': {
    id: 'appointments.draft',
    feature: 'appointment',
    method: 'GET',
    path: '/api/appointments/draft',
    input: none,
    output: AdvanceDraft,
  },
  'appointments.book': {
    id: 'appointments.book',
    feature: 'appointment',
    method: 'POST',
    path: '/api/appointments',
    repeatable: true,
    fresh: true,
    input: Consent,
    output: Appointment,
  },
  'appointments.list': {
    id: 'appointments.list',
    feature: 'appointment',
    method: 'GET',
    path: '/api/appointments',
    input: none,
    output: Type.Object({ coming: Type.Array(Appointment), past: Type.Array(Appointment) }, closed),
  },
  /** The next booking without the agreement text, for screens that only mention it. */
  'appointments.next': {
    id: 'appointments.next',
    feature: 'appointment',
    method: 'GET',
    path: '/api/appointments/next',
    input: none,
    output: Type.Object({ booking: Type.Optional(NextBooking) }, closed),
  },
  'appointments.cancel': {
    id: 'appointments.cancel',
    feature: 'appointment',
    method: 'POST',
    path: '/api/appointments/:appointmentId/cancellation',
    repeatable: true,
    input: Type.Object({ appointmentId: Id }, closed),
    output: Appointment,
  },
} as const satisfies Record<string, OperationDefinition>;
