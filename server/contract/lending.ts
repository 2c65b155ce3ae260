import Type, { type Static } from 'typebox';
import { closed } from './schemas.ts';

/** Shapes of the loan over the wire. Amounts are integer centavos, days are Manila days (YYYY-MM-DD), rates parts per million. */
const Cents = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const Day = (description?: string) =>
  Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', ...(description === undefined ? {} : { description }) });
const Instant = (description?: string) => Type.String(description === undefined ? {} : { description });

export const Instalment = Type.Object(
  {
    number: Type.Integer(),
    dueDate: Day(),
    principalCents: Cents(),
    interestCents: Cents(),
    totalCents: Cents(),
    balanceCents: Cents('Principal left after it.'),
  },
  closed,
);

/** What a loan costs, as it must be told before signing. */
export const Disclosure = Type.Object(
  {
    productId: Type.String(),
    principalCents: Cents(),
    termDays: Type.Integer(),
    dailyRatePpm: Type.Integer(),
    interestCents: Cents('For the whole term.'),
    interestTiming: Type.Enum(['atMaturity', 'upfront']),
    serviceFeeCents: Cents(),
    creditScoreFeeCents: Cents(),
    gstCents: Cents(),
    couponCents: Cents('What the coupon takes off the deduction.'),
    deductionCents: Cents('What is kept at payout: fees, GST, interest if taken upfront, less the coupon.'),
    receivedCents: Cents(),
    financeChargeCents: Cents('All that the loan costs when it is paid on time.'),
    totalDueCents: Cents('To be paid back in all, on time.'),
    effectiveRatePpm30d: Type.Integer({ description: 'Effective rate per 30 days, rounded up to 0.01 %.' }),
    dueDate: Day('If it is paid out today.'),
    schedule: Type.Array(Instalment),
    late: Type.Object(
      { lateChargeCents: Cents('Once.'), penaltyPpmPerDay: Type.Integer(), penaltyCapPpmPer30d: Type.Integer(), graceDays: Type.Integer() },
      closed,
    ),
    extension: Type.Object(
      {
        days: Type.Integer({ description: '0 where none is offered.' }),
        feeCents: Cents('On top of the interest.'),
        interestCents: Type.Optional(Cents('Of the whole term, however early. Absent from older disclosures.')),
        totalCents: Type.Optional(Cents('Fee and interest.')),
      },
      closed,
    ),
  },
  closed,
);
export type Disclosure = Static<typeof Disclosure>;

export const couponKinds = ['withdrawal', 'repayment', 'addDesktop'] as const;
export const couponStates = ['available', 'reserved', 'used', 'expired', 'revoked'] as const;
export const Coupon = Type.Object(
  {
    id: Type.String(),
    type: Type.String({ description: 'Coupon type in flows/lending/coupons.json; its name is enums.couponType.<type>.' }),
    kind: Type.Enum([...couponKinds]),
    state: Type.Enum([...couponStates]),
    amountCents: Cents(),
    minAmountCents: Type.Optional(Cents('What must be paid at least for it to count.')),
    fullRepaymentOnly: Type.Boolean(),
    expiresOn: Day('The last day on which it can be used.'),
    usableNow: Type.Boolean(),
    unusableReason: Type.Optional(Type.String({ description: 'Error code: couponMinimumNotPaid, couponFullRepaymentOnly …' })),
    usedAt: Type.Optional(Instant()),
  },
  closed,
);
export type Coupon = Static<typeof Coupon>;

export const PayoutAccount = Type.Object(
  {
    method: Type.Enum(['bank', 'wallet', 'remittance']),
    institution: Type.String({ description: 'Code of the bank, wallet or shop.' }),
    masked: Type.String({ description: 'Account or number, masked: •••• 1234.' }),
  },
  closed,
);

export const LoanOffer = Type.Object(
  {
    canBorrow: Type.Boolean(),
    refusal: Type.Optional(
      Type.Enum(['notAccepted', 'underReview', 'refill', 'openLoan', 'nothingAvailable', 'paused'], {
        description: 'Why not, when canBorrow is false.',
      }),
    ),
    limit: Type.Object({ grantedCents: Cents(), boostCents: Cents(), outstandingCents: Cents(), availableCents: Cents() }, closed),
    products: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Its name is enums.product.<id>.' }),
          minCents: Cents(),
          maxCents: Cents('Of the product and of what is available, whichever is less.'),
          stepCents: Cents(),
          terms: Type.Array(
            Type.Object({ termDays: Type.Integer(), dailyRatePpm: Type.Integer(), instalments: Type.Integer(), dueDate: Day() }, closed),
          ),
        },
        closed,
      ),
    ),
    coupons: Type.Array(Coupon, { description: 'Withdrawal coupons.' }),
    signature: Type.Enum(['none', 'valid']),
    account: Type.Optional(PayoutAccount),
  },
  closed,
);
export type LoanOffer = Static<typeof LoanOffer>;

export const LoanDraft = Type.Object(
  {
    loanId: Type.Optional(Type.String({ description: 'Absent when nothing was chosen yet.' })),
    disclosure: Type.Optional(Disclosure),
    disclosureHash: Type.Optional(Type.String()),
    nonce: Type.Optional(Type.String({ description: 'Binds the consent to this loan; good once.' })),
    signature: Type.Enum(['none', 'valid']),
    account: Type.Optional(PayoutAccount),
    coupons: Type.Array(Coupon),
    couponId: Type.Optional(Type.String()),
  },
  closed,
);
export type LoanDraft = Static<typeof LoanDraft>;

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
export const repaymentStates = ['initiated', 'inProgress', 'success', 'fail'] as const;
export const repaymentKinds = ['full', 'extension', 'cancellation'] as const;
export const repaymentOutcomes = ['settled', 'part', 'extended', 'cancelled', 'owed'] as const;
/** It settled, reduced, extended or cancelled the loan, or all of it is owed back. */
const Outcome = Type.Enum([...repaymentOutcomes]);

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
    payoffTomorrowCents: Type.Optional(Cents('What settles it tomorrow if nothing is paid until then.')),
    paidCents: Type.Optional(Cents('Paid so far, coupons included.')),
    extensions: Type.Optional(Type.Integer({ description: 'How often it was extended.' })),
    extensionPaidCents: Type.Optional(Cents()),
    settledAt: Type.Optional(Instant()),
    schedule: Type.Array(Instalment),
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
        },
        closed,
      ),
    ),
    heldCents: Type.Optional(Cents('Money that came in for it and is not placed yet: no charge and no reminder runs on it.')),
    owedCents: Type.Optional(Cents('Too much was paid: this is owed to the borrower.')),
    refusesNew: Type.Boolean({ description: 'A new withdrawal is blocked until this one is settled.' }),
  },
  closed,
);
export type Loan = Static<typeof Loan>;

const Allocation = Type.Object(
  {
    principalCents: Cents(),
    interestCents: Cents(),
    lateChargeCents: Cents(),
    penaltyCents: Cents(),
    extensionFeeCents: Cents(),
    overpaidCents: Cents(),
  },
  closed,
);

export const RepaymentOptions = Type.Object(
  {
    loanId: Type.Optional(Type.String({ description: 'Absent when there is nothing to repay.' })),
    orderNumber: Type.Optional(Type.String()),
    dueDate: Type.Optional(Day()),
    full: Type.Optional(Type.Object({ amountCents: Cents(), parts: Allocation, coupons: Type.Array(Coupon) }, closed)),
    extension: Type.Optional(
      Type.Object(
        {
          allowed: Type.Boolean(),
          refusal: Type.Optional(Type.String({ description: 'Error code: maxExtensions, totalCostCap …' })),
          days: Type.Integer(),
          amountCents: Cents('To pay now: the interest of the whole term, charges so far, and the fee.'),
          parts: Allocation,
          newDueDate: Day(),
          payoffThenCents: Cents('What settles the loan on the new due date.'),
          coupons: Type.Array(Coupon),
        },
        closed,
      ),
    ),
    heldCents: Type.Optional(Cents('Came in and is not placed yet; the amounts above are what is left.')),
    inProgress: Type.Optional(Type.String({ description: 'Id of the repayment that is under way.' })),
  },
  closed,
);
export type RepaymentOptions = Static<typeof RepaymentOptions>;

export const RepaymentProjection = Type.Object(
  {
    dueDate: Type.Optional(Day('Absent when nothing is owed.')),
    days: Type.Array(
      Type.Object(
        {
          day: Day(),
          isDue: Type.Boolean({ description: 'It is the due date.' }),
          lateDays: Type.Integer(),
          settleCents: Cents('Settles the loan on this day.'),
          extension: Type.Optional(
            Type.Object(
              {
                nowCents: Cents('To pay on this day.'),
                newDueDate: Day(),
                thenCents: Cents('Settles the loan on the new due date.'),
                totalCents: Cents('Both.'),
              },
              { ...closed, description: 'Absent where the loan cannot be extended on this day.' },
            ),
          ),
        },
        closed,
      ),
      { description: 'Today, and the days to come that differ in price.' },
    ),
  },
  closed,
);
export type RepaymentProjection = Static<typeof RepaymentProjection>;

export const Repayment = Type.Object(
  {
    id: Type.String(),
    loanId: Type.String(),
    orderNumber: Type.String(),
    kind: Type.Enum([...repaymentKinds]),
    state: Type.Enum([...repaymentStates]),
    amountCents: Cents('Money; the coupon comes on top.'),
    couponCents: Cents(),
    parts: Type.Optional(Allocation),
    newDueDate: Type.Optional(Day()),
    createdAt: Instant(),
    settledAt: Type.Optional(Instant()),
    reason: Type.Optional(Type.String()),
    paidCents: Type.Optional(Cents('Money that came in, which may be more or less than was asked for.')),
    outcome: Type.Optional(Outcome),
    instructions: Type.Optional(
      Type.Object(
        {
          channel: Type.String(),
          code: Type.String(),
          url: Type.Optional(Type.String()),
          expiresAt: Instant(),
          untilMidnight: Type.Boolean({ description: 'It expires when the day ends in Manila.' }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Repayment = Static<typeof Repayment>;
