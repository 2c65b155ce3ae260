import Type, { type Static } from 'typebox';
import { Cents, Day, Instant } from './units.ts';
import { object } from '../../engine/config/object.ts';
import { Coupon } from './coupons.ts';
import { Disclosure } from './disclosure.ts';
import { LoanOffer, PayoutAccount } from './offers.ts';

/** The same codes as schemas/enums/missedReason.schema.json. */
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
/** The same codes as schemas/enums/waitingReason.schema.json. */
const waitingReasons = ['openLoan', 'withdrawalsPaused'] as const satisfies readonly (typeof missedReasons)[number][];
export type WaitingReason = (typeof waitingReasons)[number];
export const MissedReason = Type.Enum([...missedReasons], { description: 'Its label is enums.missedReason.<code>.' });
export type MissedReason = Static<typeof MissedReason>;

export const advanceRefusals = ['notAccepted', 'underReview', 'refill', 'nothingAvailable', 'overdue', 'tooMany'] as const;

/** Terms a borrower can agree to in advance. The whole limit is available, including the part an open loan uses now. */
export const AdvanceOffer = object({
  canAgree: Type.Boolean(),
  refusal: Type.Optional(Type.Enum([...advanceRefusals], { description: 'Reason why canAgree is false.' })),
  openLoan: Type.Boolean({ description: 'A loan is open. The new loan is paid out only after that one is settled.' }),
  limitCents: Cents('Granted limit plus boosts.'),
  products: LoanOffer.properties.products,
  signature: Type.Enum(['none', 'valid']),
  account: Type.Optional(PayoutAccount),
});
export type AdvanceOffer = Static<typeof AdvanceOffer>;

export const reloanModes = ['scheduled', 'automatic'] as const;

/** A prepared agreement that awaits consent, with its text in the borrower's language. */
export const AdvanceDraft = object({
  consentId: Type.Optional(
    Type.String({ description: 'Absent until the borrower chooses terms. A choice made on an earlier day does not count.' }),
  ),
  disclosure: Type.Optional(Disclosure),
  disclosureHash: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String({ description: 'Single-use value that binds the consent to this disclosure.' })),
  mode: Type.Optional(Type.Enum([...reloanModes])),
  dayOfMonth: Type.Optional(Type.Integer()),
  day: Type.Optional(Day('Payout day. For a monthly plan, the first payout day.')),
  title: Type.String(),
  markdown: Type.String(),
  language: Type.String(),
  signature: Type.Enum(['none', 'valid']),
  account: Type.Optional(PayoutAccount),
});
export type AdvanceDraft = Static<typeof AdvanceDraft>;

export const reloanStates = ['off', 'on', 'paused'] as const;
export const runStates = ['waiting', 'disbursing', 'succeeded', 'failed', 'cancelled'] as const;
const rungStates = ['earned', 'next', 'later'] as const;

export const EasyReloanView = object({
  state: Type.Enum([...reloanStates]),
  mode: Type.Optional(Type.Enum([...reloanModes])),
  dayOfMonth: Type.Optional(Type.Integer()),
  nextDay: Type.Optional(Day('Day of the next payout. Scheduled mode only.')),
  nextAt: Type.Optional(Instant('Time of the next payout after a loan is settled. Automatic mode only.')),
  productId: Type.Optional(Type.String()),
  amountCents: Type.Optional(Cents()),
  termDays: Type.Optional(Type.Integer()),
  receivedCents: Type.Optional(Cents()),
  totalDueCents: Type.Optional(Cents()),
  since: Type.Optional(Instant()),
  pausedReason: Type.Optional(MissedReason),
  waitsFor: Type.Optional(Type.Enum([...waitingReasons], { description: "What today's payout still waits for." })),
  needsFirstLoan: Type.Boolean({
    description: 'Easy Re-loan is on, but the borrower must take the first loan before a next one can follow.',
  }),
  turnOffUntil: Type.Optional(
    Instant('Deadline to turn Easy Re-loan off before the next payout. Absent when turning it off is refused or the deadline has passed.'),
  ),
  mayTurnOff: Type.Boolean({ description: 'False while Easy Re-loan is off, and after the borrower used one of its vouchers.' }),
  offer: AdvanceOffer,
  modes: object({ scheduled: Type.Boolean(), automatic: Type.Boolean() }, { description: 'Modes on offer.' }),
  daysOfMonth: Type.Array(Type.Integer(), { description: 'Days of the month that the borrower can choose.' }),
  rewards: object({
    activationCents: Cents('Reward for the first activation. 0 if this person received it under another account.'),
    activation: Type.Enum(['none', 'provisional', 'permanent', 'used', 'revoked'], { description: 'State of the activation voucher.' }),
    streak: Type.Integer({ description: 'Consecutive successful runs.' }),
    successes: Type.Integer({ description: 'Successful runs in total.' }),
    ladder: Type.Array(object({ step: Type.Integer(), amountCents: Cents(), state: Type.Enum([...rungStates]) })),
    vouchers: Type.Array(Coupon, { description: 'Vouchers granted so far, newest first.' }),
  }),
  runs: Type.Array(
    object({
      id: Type.String(),
      at: Instant(),
      state: Type.Enum([...runStates]),
      amountCents: Cents(),
      rewardCents: Type.Optional(Cents()),
      reason: Type.Optional(MissedReason),
      loanId: Type.Optional(Type.String()),
    }),
    { description: 'Past and pending runs, newest first.' },
  ),
});
export type EasyReloanView = Static<typeof EasyReloanView>;

export const appointmentStates = ['booked', 'disbursing', 'done', 'missed', 'cancelled'] as const;
export const Appointment = object({
  id: Type.String(),
  state: Type.Enum([...appointmentStates]),
  day: Day(),
  daysLeft: Type.Integer({ description: 'Days until the appointment. Negative after that day.' }),
  productId: Type.String(),
  amountCents: Cents(),
  termDays: Type.Integer(),
  receivedCents: Cents(),
  totalDueCents: Cents(),
  dueDate: Day('Due date if the payout happens on the booked day.'),
  bookedAt: Instant(),
  reason: Type.Optional(MissedReason),
  waitsFor: Type.Optional(Type.Enum([...waitingReasons], { description: 'What the payout still waits for on the booked day.' })),
  waitsUntil: Day('Last day on which the payout is tried.'),
  loanId: Type.Optional(Type.String()),
  title: Type.String(),
  markdown: Type.String({ description: 'Text of the signed agreement.' }),
  language: Type.String(),
});
export type Appointment = Static<typeof Appointment>;

export const NextBooking = Type.Pick(Appointment, ['id', 'day', 'amountCents', 'waitsFor', 'waitsUntil']);
export type NextBooking = Static<typeof NextBooking>;
