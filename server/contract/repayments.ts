import Type, { type Static } from 'typebox';
import { Coupon } from './coupons.ts';
import { closed } from './schemas.ts';
import { Cents, Day, Instant } from './units.ts';

export const repaymentStates = ['initiated', 'inProgress', 'success', 'fail'] as const;
export const repaymentKinds = ['full', 'extension', 'cancellation'] as const;
export const repaymentOutcomes = ['settled', 'part', 'extended', 'cancelled', 'owed'] as const;
/** It settled, reduced, extended or cancelled the loan, or all of it is owed back. */
export const Outcome = Type.Enum([...repaymentOutcomes]);

/** How to pay what is asked for, while no money was reported. */
export const Instructions = Type.Object(
  {
    channel: Type.String(),
    code: Type.String(),
    url: Type.Optional(Type.String()),
    expiresAt: Instant(),
    untilMidnight: Type.Boolean({ description: 'It expires when the day ends.' }),
  },
  closed,
);

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
    cancellationWaits: Type.Optional(
      Type.Boolean({ description: 'Customer service has not answered a request to cancel: no extension is offered.' }),
    ),
    inProgressKind: Type.Optional(Type.Enum([...repaymentKinds])),
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
    instructions: Type.Optional(Instructions),
  },
  closed,
);
export type Repayment = Static<typeof Repayment>;
