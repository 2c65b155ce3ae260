import Type, { type Static } from 'typebox';
import { none } from './units.ts';
import { operationsOf, type WrittenOperation } from './operation.ts';
import { object } from '../../engine/config/object.ts';

const Instant = Type.String({ description: 'ISO 8601.' });
const TimeOfDay = Type.String({ description: 'Time in the time zone of the settings, HH:MM.' });

const FeedbackSent = object({ number: Type.String({ description: 'Reference number that the borrower quotes.' }), receivedAt: Instant });
export type FeedbackSent = Static<typeof FeedbackSent>;

const Contact = { phone: Type.String(), email: Type.String() };
/** Contact details and opening hours, by the server's clock. */
export const Support = object({
  isOpen: Type.Boolean(),
  until: Type.Optional(TimeOfDay),
  opensAt: Type.Optional(TimeOfDay),
  opensOn: Type.Optional(Type.Enum(['today', 'tomorrow', 'later'])),
  opensDay: Type.Optional(Type.String({ description: 'Calendar day, YYYY-MM-DD.' })),
  hours: Type.String({ description: 'Hours of an ordinary day, such as 09:00–18:00.' }),
  holiday: Type.Boolean({ description: 'Closed today because of a holiday.' }),
  ...Contact,
  website: Type.String(),
  officer: object({ name: Type.String(), ...Contact }),
});
export type Support = Static<typeof Support>;

/** Operations for linked accounts, feedback and support. Part of `platformOperations`. */
export const supportOperations = operationsOf({
  'social.start': {
    route: 'POST /api/social/facebook',
    repeatable: true,
    input: none,
    output: object({ url: Type.String({ description: 'URL of the provider, where the person logs in and consents.' }) }),
  },
  'social.unlink': { route: 'DELETE /api/social/facebook', input: none, output: none },
  'feedback.send': {
    route: 'POST /api/feedback',
    repeatable: true,
    input: object({ answers: Type.Record(Type.String(), Type.Unknown(), { description: 'Answers to the form `feedback`.' }) }),
    output: FeedbackSent,
  },
  'support.get': { route: 'GET /api/support', noCheck: true, input: none, output: Support },
} as const satisfies Record<string, WrittenOperation>);
