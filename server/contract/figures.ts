import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Cents } from './units.ts';

/** The cost of one loan that is paid on time. */
const Example = object({
  amountCents: Cents(),
  termDays: Type.Integer(),
  receivedCents: Cents(),
  totalDueCents: Cents(),
  financeChargeCents: Cents('Total cost: the amount repaid minus the amount received.'),
  effectiveRatePpm30d: Type.Integer(),
});

/** The offer for a new borrower, computed by the functions that offer and charge it. Contains no personal data. */
export const LoanFigures = object({
  maximumCents: Cents('Maximum of any limit.'),
  firstLimitCents: Type.Optional(Cents('Largest limit of a first application.')),
  products: Type.Array(
    object({
      id: Type.String({ description: 'Its label is enums.product.<id>.' }),
      minCents: Cents(),
      maxCents: Cents('Largest amount within the first limit.'),
      terms: Type.Array(Example, { description: 'For each term, the cost of the smallest amount, whose fees are the largest share.' }),
    }),
  ),
  example: Type.Optional(Example),
});
export type LoanFigures = Static<typeof LoanFigures>;
