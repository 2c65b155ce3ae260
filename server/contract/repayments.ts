import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Coupon } from './coupons.ts';
import { Cents, Day, Instant } from './units.ts';

export const repaymentStates = ['initiated', 'inProgress', 'success', 'fail'] as const;
export const repaymentKinds = ['full', 'extension', 'cancellation'] as const;
export const repaymentOutcomes = ['settled', 'part', 'extended', 'cancelled', 'owed'] as const;
/** The repayment settled, reduced, extended or cancelled the loan, or the whole amount is owed back to the borrower. */
export const Outcome = Type.Enum([...repaymentOutcomes]);

/** How to pay. Present until the provider reports money. */
export const Instructions = object({
  channel: Type.String(),
  code: Type.String(),
  url: Type.Optional(Type.String()),
  expiresAt: Instant(),
  untilMidnight: Type.Boolean({ description: 'The instructions expire at the end of the day.' }),
});

const Allocation = object({
  principalCents: Cents(),
  interestCents: Cents(),
  lateChargeCents: Cents(),
  penaltyCents: Cents(),
  extensionFeeCents: Cents(),
  overpaidCents: Cents(),
});

export const RepaymentOptions = object({
  loanId: Type.Optional(Type.String({ description: 'Absent if there is nothing to repay.' })),
  orderNumber: Type.Optional(Type.String()),
  dueDate: Type.Optional(Day()),
  full: Type.Optional(object({ amountCents: Cents(), parts: Allocation, coupons: Type.Array(Coupon) })),
  extension: Type.Optional(
    object({
      allowed: Type.Boolean(),
      refusal: Type.Optional(Type.String({ description: 'Error code, such as maxExtensions or totalCostCap.' })),
      days: Type.Integer(),
      amountCents: Cents('Amount to pay now: interest for the whole term, charges so far, and the fee.'),
      parts: Allocation,
      newDueDate: Day(),
      payoffThenCents: Cents('Amount that settles the loan on the new due date.'),
      coupons: Type.Array(Coupon),
    }),
  ),
  heldCents: Type.Optional(Cents('Money received but not allocated yet. The amounts above are already net of it.')),
  inProgress: Type.Optional(Type.String({ description: 'Id of the repayment in progress.' })),
  cancellationWaits: Type.Optional(Type.Boolean({ description: 'A request to cancel is still open, so no extension is offered.' })),
  inProgressKind: Type.Optional(Type.Enum([...repaymentKinds])),
});
export type RepaymentOptions = Static<typeof RepaymentOptions>;

export const RepaymentProjection = object({
  dueDate: Type.Optional(Day('Absent if nothing is owed.')),
  days: Type.Array(
    object({
      day: Day(),
      isDue: Type.Boolean({ description: 'True on the due date.' }),
      lateDays: Type.Integer(),
      settleCents: Cents('Amount that settles the loan on this day.'),
      extension: Type.Optional(
        object(
          {
            nowCents: Cents('Amount to pay on this day.'),
            newDueDate: Day(),
            thenCents: Cents('Amount that then settles the loan on the new due date.'),
            totalCents: Cents('Sum of nowCents and thenCents.'),
          },
          { description: 'Absent if the loan cannot be extended on this day.' },
        ),
      ),
    }),
    { description: 'Today and the coming days on which the price changes.' },
  ),
});
export type RepaymentProjection = Static<typeof RepaymentProjection>;

export const Repayment = object({
  id: Type.String(),
  loanId: Type.String(),
  orderNumber: Type.String(),
  kind: Type.Enum([...repaymentKinds]),
  state: Type.Enum([...repaymentStates]),
  amountCents: Cents('Money to pay, without the coupon.'),
  couponCents: Cents(),
  parts: Type.Optional(Allocation),
  newDueDate: Type.Optional(Day()),
  createdAt: Instant(),
  settledAt: Type.Optional(Instant()),
  reason: Type.Optional(Type.String()),
  paidCents: Type.Optional(Cents('Money received. It can be more or less than requested.')),
  outcome: Type.Optional(Outcome),
  instructions: Type.Optional(Instructions),
});
export type Repayment = Static<typeof Repayment>;
