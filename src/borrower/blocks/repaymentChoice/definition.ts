import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Route } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  options: Cel('dyn', { title: 'Today', description: 'The response of repayments.options.' }),
  projection: Cel('dyn', { title: 'By day', description: 'The response of repayments.projection.' }),
  chosen: Type.Enum(['full', 'extension'], { title: 'Chosen', description: 'The option of this screen.' }),
  couponCents: Type.Optional(Cel('number', { title: 'Coupon', description: 'Amount that the chosen coupon pays.' })),
  full: Route({ title: 'Route to pay in full' }),
  extension: Route({ title: 'Route to get more time' }),
});
export type RepaymentChoiceOptions = Static<typeof options>;

export const repaymentChoiceBlock: BlockDefinition = {
  name: 'repaymentChoice',
  title: 'Choice of a repayment',
  description: 'Full repayment or extension, with the cost today, what it settles, and the cost on later days.',
  options,
  words: [
    'how',
    'full',
    'fullHint',
    'extension',
    'extensionHint',
    'refused',
    'parts',
    'principal',
    'interest',
    'interestBack',
    'interestTerm',
    'lateCharge',
    'penalty',
    'fee',
    'inAll',
    'coupon',
    'total',
    'left',
    'leftNothing',
    'leftOn',
    'instead',
    'insteadOnly',
    'days',
    'day',
    'today',
    'due',
    'late',
    'now',
    'notPossible',
  ],
  wordsAreLocal: true,
};
