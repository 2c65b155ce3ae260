import Type from 'typebox';
import { Id, none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { object } from '../../engine/config/object.ts';
import { SignatureInput } from './agreements.ts';
import { Disclosure } from './disclosure.ts';
import { AdvanceOffer, Appointment, EasyReloanView, NextBooking, reloanModes, AdvanceDraft } from './advance.ts';

const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });
const choice = {
  productId: Id,
  amountCents: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  termDays: Type.Integer({ minimum: 1, maximum: 3650 }),
};
/** Consent to the prepared agreement. `signature` is required until a valid one is on file. */
const Consent = object({
  consentId: Id,
  disclosureHash: Type.String({ maxLength: 100 }),
  nonce: Type.String({ maxLength: 100 }),
  signature: Type.Optional(SignatureInput),
});

/** Operations for loans agreed to in advance. Part of `operations`. */
export const advanceOperations = operationsOf({
  'easyReloan.view': { route: 'GET /api/easy-reloan', feature: 'easyReloan', input: none, output: EasyReloanView },
  /** Quotes each loan as if it were paid out today. */
  'easyReloan.quote': { route: 'GET /api/easy-reloan/quote', feature: 'easyReloan', input: object(choice), output: Disclosure },
  'easyReloan.prepare': {
    route: 'POST /api/easy-reloan/drafts',
    feature: 'easyReloan',
    repeatable: true,
    input: object({
      ...choice,
      mode: Type.Enum([...reloanModes]),
      dayOfMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: 28, description: 'Required in scheduled mode.' })),
    }),
    output: AdvanceDraft,
  },
  'easyReloan.draft': { route: 'GET /api/easy-reloan/draft', feature: 'easyReloan', input: none, output: AdvanceDraft },
  /** Turns Easy Re-loan on, or replaces its terms. */
  'easyReloan.agree': {
    route: 'POST /api/easy-reloan',
    feature: 'easyReloan',
    repeatable: true,
    fresh: true,
    input: Consent,
    output: EasyReloanView,
  },
  'easyReloan.off': { route: 'POST /api/easy-reloan/off', feature: 'easyReloan', repeatable: true, input: none, output: EasyReloanView },
  'appointments.offer': {
    route: 'GET /api/appointments/offer',
    feature: 'appointment',
    input: none,
    output: object({
      ...AdvanceOffer.properties,
      days: Type.Array(Day, { description: 'Days that can be booked.' }),
      waitDays: Type.Integer({ description: 'Days after the booked day during which the payout is still tried.' }),
    }),
  },
  /** Quotes the loan as if it were paid out on that day. */
  'appointments.quote': {
    route: 'GET /api/appointments/quote',
    feature: 'appointment',
    input: object({ ...choice, day: Day }),
    output: Disclosure,
  },
  'appointments.prepare': {
    route: 'POST /api/appointments/drafts',
    feature: 'appointment',
    repeatable: true,
    input: object({ ...choice, day: Day }),
    output: AdvanceDraft,
  },
  'appointments.draft': { route: 'GET /api/appointments/draft', feature: 'appointment', input: none, output: AdvanceDraft },
  'appointments.book': {
    route: 'POST /api/appointments',
    feature: 'appointment',
    repeatable: true,
    fresh: true,
    input: Consent,
    output: Appointment,
  },
  'appointments.list': {
    route: 'GET /api/appointments',
    feature: 'appointment',
    input: none,
    output: object({ coming: Type.Array(Appointment), past: Type.Array(Appointment) }),
  },
  /** The next booking without the agreement text, for screens that only mention it. */
  'appointments.next': {
    route: 'GET /api/appointments/next',
    feature: 'appointment',
    input: none,
    output: object({ booking: Type.Optional(NextBooking) }),
  },
  'appointments.cancel': {
    route: 'POST /api/appointments/:appointmentId/cancellation',
    feature: 'appointment',
    repeatable: true,
    input: object({ appointmentId: Id }),
    output: Appointment,
  },
} as const satisfies Record<string, WrittenOperation>);
