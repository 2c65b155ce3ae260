import Type, { type Static } from 'typebox';
import { Cel, Route } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = Type.Object(
  {
    options: Cel('dyn', { title: 'Today', description: 'What repayments.options answers.' }),
    projection: Cel('dyn', { title: 'By day', description: 'What repayments.projection answers.' }),
    chosen: Type.Enum(['full', 'extension'], { title: 'Chosen', description: 'What this screen pays.' }),
    couponCents: Type.Optional(Cel('number', { title: 'Coupon', description: 'What the chosen coupon pays of it.' })),
    full: Route({ title: 'Route to pay in full' }),
    extension: Route({ title: 'Route to get more time' }),
  },
  { additionalProperties: false },
);
export type RepaymentChoiceOptions = Static<typeof options>;

export const repaymentChoiceBlock: BlockDefinition = {
  name: 'repaymentChoice',
  title: 'Choice of a repayment',
  description: 'In full or more time: what each costs today, what it settles, and what it would cost on later days.',
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
