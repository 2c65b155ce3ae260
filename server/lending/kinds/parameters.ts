import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { LendingParameters } from '../types.ts';
import { cents, days, ppm } from './schemas.ts';

const properties = {
  dailyRatePpm: ppm('Daily rate', 'Interest per day, as a share of the principal.', 100_000),
  serviceFeePpm: ppm('Service fee', 'Share of the principal, withheld at payout.', 1_000_000),
  creditScoreFeeCents: cents('Credit-score fee', 'Fee for reporting to the credit bureau, withheld at payout.'),
  gstPpm: ppm('GST', 'Rate of GST on the fees that it applies to.', 1_000_000),
  gstBase: Type.Enum(['serviceFee', 'allFees'], {
    title: 'GST base',
    description: 'serviceFee: GST applies to the service fee only. allFees: also to the credit-score fee.',
  }),
  interestTiming: Type.Enum(['atMaturity', 'upfront'], {
    title: 'Interest timing',
    description: 'atMaturity: paid with the principal. upfront: withheld at payout.',
  }),
  earlyRepayment: Type.Enum(['actualDays', 'fullTerm'], {
    title: 'Interest on early repayment',
    description: 'actualDays: interest for the days so far. fullTerm: interest for the whole term.',
  }),
  graceDays: days('Grace (days)', 'Days after the due date without charges.'),
  lateChargeCents: cents('Late charge', 'Charged once per loan when it is overdue.'),
  penaltyPpmPerDay: ppm('Penalty per day', 'Share of the overdue amount.', 100_000),
  penaltyCapPpmPer30d: ppm('Cap on late charge and penalty', 'Share of the overdue amount per 30 days.'),
  totalCostCapPpm: ppm('Cap on all charges', 'Share of the principal over the life of the loan.'),
  extensionDays: days('Extension (days)', 'Days that an extension adds. 0 disables extensions.'),
  extensionFeePpmPerDay: ppm('Extension fee per day', 'Share of the principal for each day added.', 100_000),
  extensionWaivesAccruedPenalty: Type.Boolean({
    title: 'Extension waives overdue charges',
    description: 'Otherwise the borrower pays them with the extension.',
  }),
  maxExtensions: Type.Optional(
    Type.Integer({
      title: 'Maximum extensions',
      description: 'How often a loan can be extended. Without it, the cap on all charges is the only limit.',
      minimum: 0,
      maximum: 100,
    }),
  ),
};

/** Every number that determines a loan's amounts. A change applies only to loans disclosed afterwards. */
export const Parameters = object(properties, {
  title: 'Parameters',
  description: 'Rates, fees and caps. Loans already disclosed keep theirs.',
});
export type Parameters = Static<typeof Parameters>;

/** Parameters that override the product's, for one term or for some borrowers. */
export const ParameterOverrides = Type.Partial(Parameters, {
  additionalProperties: false,
  title: 'Own parameters',
  description: 'Overrides of the product’s parameters.',
});

/** Converts parameters for the lending core. */
export const toLendingParameters = (given: Parameters): LendingParameters => ({ ...given, maxExtensions: given.maxExtensions ?? null });
