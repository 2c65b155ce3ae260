import Type, { type Static } from 'typebox';
import { Instalment } from './disclosure.ts';
import { PayoutAccount } from './offers.ts';
import { Instructions, Outcome, repaymentKinds, repaymentStates } from './repayments.ts';
import { closed } from './schemas.ts';
import { Cents, Day, Instant } from './units.ts';

export const loanStates = [
  'none',
  'disclosed',
  'signed',
  'disbursing',
  'bankRefill',
  'identityRefill',
  'failed',
  'active',
  'settled',
  'cancelled',
  'writtenOff',
] as const;

/** A loan as its borrower sees it (F12). Amounts of the past are as booked, amounts due are of today. */
export const Loan = Type.Object(
  {
    state: Type.Enum([...loanStates]),
    id: Type.Optional(Type.String()),
    orderNumber: Type.Optional(Type.String()),
    productId: Type.Optional(Type.String()),
    principalCents: Type.Optional(Cents()),
    termDays: Type.Optional(Type.Integer()),
    dailyRatePpm: Type.Optional(Type.Integer()),
    interestCents: Type.Optional(Cents('For the term, as disclosed.')),
    serviceFeeCents: Type.Optional(Cents()),
    creditScoreFeeCents: Type.Optional(Cents()),
    gstCents: Type.Optional(Cents()),
    couponCents: Type.Optional(Cents()),
    deductionCents: Type.Optional(Cents()),
    receivedCents: Type.Optional(Cents()),
    appliedAt: Type.Optional(Instant()),
    loanDate: Type.Optional(Day('Day of the confirmed payout.')),
    firstDueDate: Type.Optional(Day()),
    dueDate: Type.Optional(Day('The next one; moved by extensions.')),
    label: Type.Optional(Type.Enum(['expiresIn', 'dueToday', 'overdue'])),
    daysLeft: Type.Optional(Type.Integer()),
    overdueDays: Type.Optional(Type.Integer()),
    outstandingPrincipalCents: Type.Optional(Cents()),
    interestDueCents: Type.Optional(Cents()),
    lateChargeCents: Type.Optional(Cents()),
    penaltyCents: Type.Optional(Cents()),
    payoffCents: Type.Optional(Cents('What settles it today.')),
    dueCents: Type.Optional(Cents('What is to be paid on the due date if nothing is paid before; absent once that day has passed.')),
    payoffTomorrowCents: Type.Optional(Cents('What settles it tomorrow if nothing is paid until then.')),
    paidCents: Type.Optional(Cents('Paid so far, coupons included.')),
    extensions: Type.Optional(Type.Integer({ description: 'How often it was extended.' })),
    extensionPaidCents: Type.Optional(Cents()),
    settledAt: Type.Optional(Instant()),
    ran: Type.Array(
      Type.Object(
        {
          day: Day('For which the money counts.'),
          paidCents: Cents('Coupons included.'),
          principalCents: Cents(),
          interestCents: Cents(),
          chargesCents: Cents('Late charge and penalty.'),
          extensionFeeCents: Cents(),
          overpaidCents: Cents('Owed to the borrower.'),
          dueDate: Type.Optional(Day('That came next after it; absent where nothing was left.')),
        },
        closed,
      ),
      { description: 'The loan as it ran: each payment and extension, and what it went to.' },
    ),
    schedule: Type.Array(Instalment),
    scheduleNow: Type.Optional(Type.Array(Instalment, { description: 'What is scheduled since an extension.' })),
    account: Type.Optional(PayoutAccount),
    payout: Type.Optional(
      Type.Object(
        {
          state: Type.Enum(['waiting', 'sent', 'paid', 'failed']),
          startedAt: Instant(),
          expectedBy: Instant('Within 24 hours.'),
          isLate: Type.Boolean({ description: 'Still under way after that.' }),
          paidAt: Type.Optional(Instant()),
        },
        closed,
      ),
    ),
    reason: Type.Optional(Type.String({ description: 'Why it went back or failed: bankCannotReceive, bankDetailsIncorrect …' })),
    resumeRoute: Type.Optional(Type.String({ description: 'Where the borrower fills anew what was wrong.' })),
    repayment: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          kind: Type.Enum([...repaymentKinds]),
          state: Type.Enum([...repaymentStates]),
          amountCents: Cents('Money that was asked for.'),
          expiresAt: Instant('It is to be paid by then.'),
          instructions: Type.Optional(Instructions),
          paidCents: Type.Optional(Cents('Money that came in.')),
          outcome: Type.Optional(Outcome),
          reason: Type.Optional(Type.String()),
        },
        { ...closed, description: 'The latest one.' },
      ),
    ),
    cancellation: Type.Optional(
      Type.Object(
        {
          until: Type.Optional(Instant('Until then the borrower may ask to cancel; absent where that is no longer possible, or done.')),
          state: Type.Optional(Type.Enum(['open', 'completed', 'declined'], { description: 'Of the latest request.' })),
          requestedAt: Type.Optional(Instant()),
          answerBy: Type.Optional(Instant('Of a request that waits: customer service promises to have answered by then.')),
          isLate: Type.Optional(Type.Boolean({ description: 'It waits still after that.' })),
        },
        closed,
      ),
    ),
    heldCents: Type.Optional(Cents('Money that came in for it and is not placed yet: no charge and no reminder runs on it.')),
    owedCents: Type.Optional(Cents('Too much was paid: this is owed to the borrower.')),
    refund: Type.Optional(
      Type.Object(
        {
          by: Type.String({ description: 'Day by which what is owed is back.' }),
          isLate: Type.Boolean({ description: 'It is not, after that day.' }),
        },
        closed,
      ),
    ),
    refundedCents: Type.Optional(Cents('Too much was paid: this was sent back.')),
    refusesNew: Type.Boolean({ description: 'A new withdrawal is blocked until this one is settled.' }),
  },
  closed,
);
export type Loan = Static<typeof Loan>;
