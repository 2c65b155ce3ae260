import Type, { type Static } from 'typebox';
import type { OperationDefinition } from '../../engine/config/definitions.ts';
import { closed } from './schemas.ts';

const none = Type.Object({}, closed);
const Instant = Type.String({ description: 'ISO 8601.' });
const Cents = Type.Integer({ minimum: 0 });
const TimeOfDay = Type.String({ description: 'HH:MM in the time zone of the settings.' });

const hadBefore = Type.Boolean({ description: 'It was given to this person under another account, and is not given again.' });

/** What the homescreen and a linked account give, and what this borrower has of it. */
export const Rewards = Type.Object(
  {
    homescreen: Type.Object(
      {
        offered: Type.Boolean({ description: 'The feature is on.' }),
        claimed: Type.Boolean(),
        hadBefore,
        ticket: Type.Optional(
          Type.String({ description: 'For the address of the manifest. Absent before an application is accepted, and once it was given.' }),
        ),
        couponCents: Cents,
        couponDays: Type.Integer({ description: 'How long the coupon can be used.' }),
        couponMinAmountCents: Type.Optional(Cents),
        boostCents: Cents,
      },
      closed,
    ),
    facebook: Type.Object(
      {
        offered: Type.Boolean({ description: 'The feature is on, and there is a provider.' }),
        linked: Type.Boolean(),
        linkedAt: Type.Optional(Instant),
        boosted: Type.Boolean({ description: 'The boost was given; it is given once.' }),
        hadBefore,
        boostCents: Cents,
      },
      closed,
    ),
    maximumCents: Type.Integer({ description: 'No limit grows beyond it.' }),
  },
  closed,
);
export type Rewards = Static<typeof Rewards>;

export const HomescreenClaim = Type.Object(
  {
    state: Type.Enum(['granted', 'already'], { description: 'Given now, or before: it is given once a person.' }),
    couponCents: Cents,
    boostCents: Cents,
  },
  closed,
);
export type HomescreenClaim = Static<typeof HomescreenClaim>;

const FeedbackSent = Type.Object({ number: Type.String({ description: 'What the borrower quotes.' }), receivedAt: Instant }, closed);
export type FeedbackSent = Static<typeof FeedbackSent>;

const Contact = { phone: Type.String(), email: Type.String() };
/** Whom to turn to, and whether they are there now, by the server's clock. */
export const Support = Type.Object(
  {
    isOpen: Type.Boolean(),
    until: Type.Optional(TimeOfDay),
    opensAt: Type.Optional(TimeOfDay),
    opensOn: Type.Optional(Type.Enum(['today', 'tomorrow', 'later'])),
    opensDay: Type.Optional(Type.String({ description: 'Calendar day, YYYY-MM-DD.' })),
    hours: Type.String({ description: 'Of an ordinary day, e.g. 09:00–18:00.' }),
    holiday: Type.Boolean({ description: 'Closed today because of a holiday.' }),
    ...Contact,
    website: Type.String(),
    officer: Type.Object({ name: Type.String(), ...Contact }, closed),
  },
  closed,
);
export type Support = Static<typeof Support>;

export const DeletionStatus = Type.Object(
  {
    state: Type.Enum(['none', 'requested', 'refused'], { description: 'Of the newest request; a deleted account can ask nothing.' }),
    requestedAt: Type.Optional(Instant),
    closedAt: Type.Optional(Instant),
    reason: Type.Optional(Type.String({ description: 'Why customer service refused it.' })),
  },
  closed,
);
export type DeletionStatus = Static<typeof DeletionStatus>;

/** Rewards, feedback and customer care; part of `operations`. */
export const serviceOperations = {
  'rewards.get': { id: 'rewards.get', method: 'GET', path: '/api/rewards', input: none, output: Rewards },
  /** The browser claims it when the app was opened from the homescreen, with the token of the address that only the manifest holds. */
  'rewards.homescreen': {
    id: 'rewards.homescreen',
    method: 'POST',
    path: '/api/rewards/homescreen',
    repeatable: true,
    input: Type.Object({ launch: Type.Optional(Type.String({ maxLength: 80 })) }, closed),
    output: HomescreenClaim,
  },
  'social.start': {
    id: 'social.start',
    method: 'POST',
    path: '/api/social/facebook',
    repeatable: true,
    input: none,
    output: Type.Object({ url: Type.String({ description: 'Where the person logs in and allows it; the page goes there.' }) }, closed),
  },
  'social.unlink': { id: 'social.unlink', method: 'DELETE', path: '/api/social/facebook', input: none, output: none },
  'feedback.send': {
    id: 'feedback.send',
    method: 'POST',
    path: '/api/feedback',
    repeatable: true,
    input: Type.Object({ answers: Type.Record(Type.String(), Type.Unknown(), { description: 'Of the form feedback.' }) }, closed),
    output: FeedbackSent,
  },
  'support.get': { id: 'support.get', method: 'GET', path: '/api/support', noCheck: true, input: none, output: Support },
  'customer.deletion': { id: 'customer.deletion', method: 'GET', path: '/api/customer/deletion', input: none, output: DeletionStatus },
  /** Only asks: customer service does it (P04). */
  'customer.requestDeletion': {
    id: 'customer.requestDeletion',
    method: 'POST',
    path: '/api/customer/deletion',
    repeatable: true,
    input: none,
    output: DeletionStatus,
  },
} as const satisfies Record<string, OperationDefinition>;
