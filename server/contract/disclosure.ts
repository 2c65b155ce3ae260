import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Cents, Day } from './units.ts';

export const Instalment = object({
  number: Type.Integer(),
  dueDate: Day(),
  principalCents: Cents(),
  interestCents: Cents(),
  totalCents: Cents(),
  balanceCents: Cents('Principal left after this instalment.'),
});

/** The cost of a loan. The law requires its disclosure before signing. */
export const Disclosure = object({
  productId: Type.String(),
  principalCents: Cents(),
  termDays: Type.Integer(),
  dailyRatePpm: Type.Integer(),
  interestCents: Cents('Interest for the whole term.'),
  interestTiming: Type.Enum(['atMaturity', 'upfront']),
  serviceFeeCents: Cents(),
  creditScoreFeeCents: Cents(),
  gstCents: Cents(),
  couponCents: Cents('Amount the coupon takes off the deduction.'),
  deductionCents: Cents('Amount withheld at payout: fees, GST and upfront interest, minus the coupon.'),
  receivedCents: Cents(),
  financeChargeCents: Cents('Total cost of the loan if it is paid on time.'),
  totalDueCents: Cents('Total to repay if it is paid on time.'),
  effectiveRatePpm30d: Type.Integer({ description: 'Effective rate for 30 days in parts per million, rounded up to 0.01 %.' }),
  dueDate: Day('Due date if the loan is paid out today.'),
  schedule: Type.Array(Instalment),
  late: object({
    lateChargeCents: Cents('Charged once.'),
    penaltyPpmPerDay: Type.Integer(),
    penaltyCapPpmPer30d: Type.Integer(),
    graceDays: Type.Integer(),
  }),
  extension: object({
    days: Type.Integer({ description: '0 if no extension is offered.' }),
    feeCents: Cents('Fee in addition to the interest.'),
    interestCents: Type.Optional(Cents('Interest for the whole term, however early the extension is. Absent from older disclosures.')),
    totalCents: Type.Optional(Cents('Fee plus interest.')),
  }),
});
export type Disclosure = Static<typeof Disclosure>;
