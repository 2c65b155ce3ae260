import Type, { type Static } from 'typebox';
import { closed } from './schemas.ts';
import { Cents, Day } from './units.ts';

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
