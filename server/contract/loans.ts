import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Instalment } from './disclosure.ts';
import { PayoutAccount } from './offers.ts';
import { Instructions, Outcome, repaymentKinds, repaymentStates } from './repayments.ts';
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

/** A loan as its borrower sees it (F12). Past amounts are as booked. Amounts due are as of today. */
export const Loan = object({
  state: Type.Enum([...loanStates]),
  id: Type.Optional(Type.String()),
  orderNumber: Type.Optional(Type.String()),
  productId: Type.Optional(Type.String()),
  principalCents: Type.Optional(Cents()),
  termDays: Type.Optional(Type.Integer()),
  dailyRatePpm: Type.Optional(Type.Integer()),
  interestCents: Type.Optional(Cents('Interest for the term, as disclosed.')),
  serviceFeeCents: Type.Optional(Cents()),
  creditScoreFeeCents: Type.Optional(Cents()),
  gstCents: Type.Optional(Cents()),
  couponCents: Type.Optional(Cents()),
  deductionCents: Type.Optional(Cents()),
  receivedCents: Type.Optional(Cents()),
  appliedAt: Type.Optional(Instant()),
  loanDate: Type.Optional(Day('Day on which the payout was confirmed.')),
  firstDueDate: Type.Optional(Day()),
  dueDate: Type.Optional(Day('Next due date. Extensions move it.')),
  label: Type.Optional(Type.Enum(['expiresIn', 'dueToday', 'overdue'])),
  daysLeft: Type.Optional(Type.Integer()),
  overdueDays: Type.Optional(Type.Integer()),
  outstandingPrincipalCents: Type.Optional(Cents()),
  interestDueCents: Type.Optional(Cents()),
  lateChargeCents: Type.Optional(Cents()),
  penaltyCents: Type.Optional(Cents()),
  payoffCents: Type.Optional(Cents('Amount that settles the loan today.')),
  dueCents: Type.Optional(Cents('Amount due on the due date if nothing is paid before. Absent after that day.')),
  payoffTomorrowCents: Type.Optional(Cents('Amount that settles the loan tomorrow if nothing is paid before.')),
  paidCents: Type.Optional(Cents('Amount paid so far, including coupons.')),
  extensions: Type.Optional(Type.Integer({ description: 'Number of extensions.' })),
  extensionPaidCents: Type.Optional(Cents()),
  settledAt: Type.Optional(Instant()),
  ran: Type.Array(
    object({
      day: Day('Value date of the payment.'),
      paidCents: Cents('Amount paid, including coupons.'),
      principalCents: Cents(),
      interestCents: Cents(),
      chargesCents: Cents('Late charge plus penalty.'),
      extensionFeeCents: Cents(),
      overpaidCents: Cents('Overpayment owed to the borrower.'),
      dueDate: Type.Optional(Day('Next due date after the payment. Absent if nothing was left to pay.')),
    }),
    { description: 'Payments and extensions so far, with the allocation of each.' },
  ),
  schedule: Type.Array(Instalment),
  scheduleNow: Type.Optional(Type.Array(Instalment, { description: 'Schedule since the latest extension.' })),
  account: Type.Optional(PayoutAccount),
  payout: Type.Optional(
    object({
      state: Type.Enum(['waiting', 'sent', 'paid', 'failed']),
      startedAt: Instant(),
      expectedBy: Instant('Time by which the payout is expected, within 24 hours.'),
      isLate: Type.Boolean({ description: 'The payout is still in progress after expectedBy.' }),
      paidAt: Type.Optional(Instant()),
    }),
  ),
  reason: Type.Optional(
    Type.String({ description: 'Why the loan was sent back or failed, such as bankCannotReceive or bankDetailsIncorrect.' }),
  ),
  resumeRoute: Type.Optional(Type.String({ description: 'Route where the borrower corrects the details.' })),
  repayment: Type.Optional(
    object(
      {
        id: Type.String(),
        kind: Type.Enum([...repaymentKinds]),
        state: Type.Enum([...repaymentStates]),
        amountCents: Cents('Amount requested.'),
        expiresAt: Instant('Deadline for the payment.'),
        instructions: Type.Optional(Instructions),
        paidCents: Type.Optional(Cents('Amount received.')),
        outcome: Type.Optional(Outcome),
        reason: Type.Optional(Type.String()),
      },
      { description: 'Latest repayment.' },
    ),
  ),
  cancellation: Type.Optional(
    object({
      until: Type.Optional(Instant('Deadline for a request to cancel. Absent if cancelling is no longer possible or already done.')),
      state: Type.Optional(Type.Enum(['open', 'completed', 'declined'], { description: 'State of the latest request.' })),
      requestedAt: Type.Optional(Instant()),
      answerBy: Type.Optional(Instant('Time by which customer service promises to answer an open request.')),
      isLate: Type.Optional(Type.Boolean({ description: 'The request is still open after answerBy.' })),
    }),
  ),
  heldCents: Type.Optional(Cents('Money received but not allocated yet. It accrues no charges and triggers no reminders.')),
  owedCents: Type.Optional(Cents('Overpayment owed to the borrower.')),
  refund: Type.Optional(
    object({
      by: Type.String({ description: 'Day by which the refund is promised.' }),
      isLate: Type.Boolean({ description: 'The refund is still outstanding after that day.' }),
    }),
  ),
  refundedCents: Type.Optional(Cents('Overpayment already refunded.')),
  refusesNew: Type.Boolean({ description: 'The borrower cannot withdraw a new loan until this one is settled.' }),
});
export type Loan = Static<typeof Loan>;
