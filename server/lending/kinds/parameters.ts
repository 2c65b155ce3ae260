import Type, { type Static } from 'typebox';
import type { LendingParameters } from '../types.ts';
import { cents, closed, days, ppm } from './schemas.ts';

const properties = {
  dailyRatePpm: ppm('Daily rate', 'Interest a day, of the principal.', 100_000),
  serviceFeePpm: ppm('Service fee', 'Of the principal, kept at payout.', 1_000_000),
  creditScoreFeeCents: cents('Credit-score fee', 'For reporting to the credit bureau, kept at payout.'),
  gstPpm: ppm('GST', 'Of the fees that GST is taken of.', 1_000_000),
  gstBase: Type.Enum(['serviceFee', 'allFees'], {
    title: 'GST is taken of',
    description: 'The service fee alone, or the credit-score fee as well.',
  }),
  interestTiming: Type.Enum(['atMaturity', 'upfront'], {
    title: 'Interest is paid',
    description: 'With the principal, or kept at payout.',
  }),
  earlyRepayment: Type.Enum(['actualDays', 'fullTerm'], {
    title: 'Who pays early owes interest',
    description: 'For the days so far, or for the whole term.',
  }),
  graceDays: days('Grace (days)', 'Days after the due date that cost nothing.'),
  lateChargeCents: cents('Late charge', 'Once a loan, when it is overdue.'),
  penaltyPpmPerDay: ppm('Penalty a day', 'Of the overdue amount.', 100_000),
  penaltyCapPpmPer30d: ppm('Ceiling of late charge and penalty', 'Of the overdue amount, per 30 days.'),
  totalCostCapPpm: ppm('Ceiling of all charges', 'Of the principal, over the life of the loan.'),
  extensionDays: days('Extension (days)', 'Days that an extension adds; 0 offers none.'),
  extensionFeePpmPerDay: ppm('Extension fee a day', 'Of the principal, for each day added.', 100_000),
  extensionWaivesAccruedPenalty: Type.Boolean({
    title: 'An extension waives what being late has cost',
    description: 'Otherwise it is paid with the extension.',
  }),
  maxExtensions: Type.Optional(
    Type.Integer({
      title: 'Extensions at most',
      description: 'How often a loan can be extended; without it, as often as the ceiling of all charges allows.',
      minimum: 0,
    }),
  ),
};

/** Every number by which a loan is reckoned; what is changed here rules loans disclosed from then on. */
export const Parameters = Type.Object(properties, {
  ...closed,
  title: 'Parameters',
  description: 'Rates, fees and ceilings. Loans already disclosed keep theirs.',
});
export type Parameters = Static<typeof Parameters>;

/** Parameters of one term that differ from the product's. */
export const ParameterOverrides = Type.Partial(Parameters, {
  ...closed,
  title: 'Parameters of this term',
  description: 'What differs from the parameters of the product.',
});

/** The parameters as the core takes them. */
export const toLendingParameters = (given: Parameters): LendingParameters => ({ ...given, maxExtensions: given.maxExtensions ?? null });
