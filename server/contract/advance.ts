import Type, { type Static } from 'typebox';
import { Coupon } from './coupons.ts';
import { Disclosure } from './disclosure.ts';
import { LoanOffer, PayoutAccount } from './offers.ts';
import { closed } from './schemas.ts';

/** Shapes of loans that are agreed to in advance: Easy Re-loan and appointments. Units as in lending.ts. */
const Cents = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const Day = (description?: string) =>
  Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', ...(description === undefined ? {} : { description }) });
const Instant = (description?: string) => Type.String(description === undefined ? {} : { description });

/** Codes of schemas/enums/missedReason.schema.json. */
export const missedReasons = [
  'openLoan',
  'overLimit',
  'notAccepted',
  'withdrawalsPaused',
  'notOffered',
  'termsChanged',
  'signatureRequired',
  'payoutFailed',
  'accountProblem',
  'identityProblem',
  'cancelled',
  'other',
] as const;
export const MissedReason = Type.Enum([...missedReasons], { description: 'Its words are enums.missedReason.<code>.' });
export type MissedReason = Static<typeof MissedReason>;

export const advanceRefusals = ['notAccepted', 'underReview', 'refill', 'nothingAvailable', 'overdue', 'tooMany'] as const;

/** What can be agreed to in advance: the whole limit counts, also what an open loan holds now. */
export const AdvanceOffer = Type.Object(
  {
    canAgree: Type.Boolean(),
    refusal: Type.Optional(Type.Enum([...advanceRefusals], { description: 'Why not, when canAgree is false.' })),
    openLoan: Type.Boolean({ description: 'A loan is open: what is agreed to now is sent only once that one is settled.' }),
    limitCents: Cents('Granted and boosts.'),
    products: LoanOffer.properties.products,
    signature: Type.Enum(['none', 'valid']),
    account: Type.Optional(PayoutAccount),
  },
  closed,
);
export type AdvanceOffer = Static<typeof AdvanceOffer>;

export const reloanModes = ['scheduled', 'automatic'] as const;

/** What lies ready to be agreed to, with the text of the agreement in the language of the borrower. */
export const AdvanceDraft = Type.Object(
  {
    consentId: Type.Optional(Type.String({ description: 'Absent when nothing was chosen yet, or not today.' })),
    disclosure: Type.Optional(Disclosure),
    disclosureHash: Type.Optional(Type.String()),
    nonce: Type.Optional(Type.String({ description: 'Binds the consent to this disclosure; good once.' })),
    mode: Type.Optional(Type.Enum([...reloanModes])),
    dayOfMonth: Type.Optional(Type.Integer()),
    day: Type.Optional(Day('When the money is sent; of a monthly plan, the first time.')),
    title: Type.String(),
    markdown: Type.String(),
    language: Type.String(),
    signature: Type.Enum(['none', 'valid']),
    account: Type.Optional(PayoutAccount),
  },
  closed,
);
export type AdvanceDraft = Static<typeof AdvanceDraft>;

export const reloanStates = ['off', 'on', 'paused'] as const;
export const runStates = ['waiting', 'disbursing', 'succeeded', 'failed', 'cancelled'] as const;
const rungStates = ['earned', 'next', 'later'] as const;

export const EasyReloanView = Type.Object(
  {
    state: Type.Enum([...reloanStates]),
    /** What was agreed to; absent when off. */
    mode: Type.Optional(Type.Enum([...reloanModes])),
    dayOfMonth: Type.Optional(Type.Integer()),
    nextDay: Type.Optional(Day('When the next loan is sent, if it is scheduled.')),
    nextAt: Type.Optional(Instant('When the next loan is sent, once one is settled.')),
    productId: Type.Optional(Type.String()),
    amountCents: Type.Optional(Cents()),
    termDays: Type.Optional(Type.Integer()),
    receivedCents: Type.Optional(Cents()),
    totalDueCents: Type.Optional(Cents()),
    since: Type.Optional(Instant()),
    pausedReason: Type.Optional(MissedReason),
    waitsFor: Type.Optional(Type.Enum([...missedReasons], { description: 'What the loan of today still waits for.' })),
    needsFirstLoan: Type.Boolean({ description: 'On, and nothing follows yet: the borrower takes the first loan.' }),
    turnOffUntil: Type.Optional(
      Instant('Until when it can be turned off so that the next loan is not sent; absent where that is refused, or too late.'),
    ),
    mayTurnOff: Type.Boolean({ description: 'False while off, and once a voucher of it was used.' }),
    offer: AdvanceOffer,
    modes: Type.Object({ scheduled: Type.Boolean(), automatic: Type.Boolean() }, { ...closed, description: 'What is offered.' }),
    daysOfMonth: Type.Array(Type.Integer(), { description: 'That can be chosen.' }),
    rewards: Type.Object(
      {
        activationCents: Cents('For the first activation ever; 0 where this person was given it under another account.'),
        activation: Type.Enum(['none', 'provisional', 'permanent', 'used', 'revoked'], { description: 'Of the voucher for it.' }),
        streak: Type.Integer({ description: 'Successes in a row.' }),
        successes: Type.Integer({ description: 'Successes ever.' }),
        ladder: Type.Array(Type.Object({ step: Type.Integer(), amountCents: Cents(), state: Type.Enum([...rungStates]) }, closed)),
        vouchers: Type.Array(Coupon, { description: 'Given so far, the newest first.' }),
      },
      closed,
    ),
    runs: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          at: Instant(),
          state: Type.Enum([...runStates]),
          amountCents: Cents(),
          rewardCents: Type.Optional(Cents()),
          reason: Type.Optional(MissedReason),
          loanId: Type.Optional(Type.String()),
        },
        closed,
      ),
      { description: 'What it did, the newest first.' },
    ),
  },
  closed,
);
export type EasyReloanView = Static<typeof EasyReloanView>;

export const appointmentStates = ['booked', 'disbursing', 'done', 'missed', 'cancelled'] as const;
export const Appointment = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...appointmentStates]),
    day: Day(),
    daysLeft: Type.Integer({ description: 'Below zero once it is past.' }),
    productId: Type.String(),
    amountCents: Cents(),
    termDays: Type.Integer(),
    receivedCents: Cents(),
    totalDueCents: Cents(),
    dueDate: Day('If the money comes on the day.'),
    bookedAt: Instant(),
    reason: Type.Optional(MissedReason),
    waitsFor: Type.Optional(Type.Enum([...missedReasons], { description: 'On the day: what it still waits for.' })),
    waitsUntil: Day('The last day on which it is tried.'),
    loanId: Type.Optional(Type.String()),
    title: Type.String(),
    markdown: Type.String({ description: 'The agreement as it was signed.' }),
    language: Type.String(),
  },
  closed,
);
export type Appointment = Static<typeof Appointment>;

export const NextBooking = Type.Pick(Appointment, ['id', 'day', 'amountCents', 'waitsFor', 'waitsUntil']);
export type NextBooking = Static<typeof NextBooking>;
