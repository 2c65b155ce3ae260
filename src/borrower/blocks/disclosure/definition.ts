import Type, { type Static } from 'typebox';
import { Cel } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = Type.Object(
  {
    disclosure: Cel('dyn', { title: 'Disclosure', description: 'A Disclosure of the API, as loans.quote answers and a draft holds.' }),
    sentOn: Type.Optional(
      Cel('dyn', { title: 'Sent on', description: 'Day on which the money is sent; absent: not known yet. Without this option: today.' }),
    ),
  },
  { additionalProperties: false },
);
export type DisclosureOptions = Static<typeof options>;

export const disclosureBlock: BlockDefinition = {
  name: 'disclosure',
  title: 'Disclosure statement',
  description: 'What a loan gives and what it costs, in full, with a picture of where the money goes.',
  options,
  words: [
    'receive',
    'repay',
    'dueDate',
    'dueDateOn',
    'dueAfter',
    'picture',
    'share.received',
    'share.fees',
    'share.gst',
    'share.interest',
    'charges',
    'principal',
    'serviceFee',
    'creditScoreFee',
    'gst',
    'interestUpfront',
    'coupon',
    'deduction',
    'received',
    'back',
    'interest',
    'interestRate',
    'totalDue',
    'cost',
    'costHint',
    'rate',
    'rateHint',
    'schedule',
    'instalment',
    'instalmentPart',
    'late',
    'lateCharge',
    'penalty',
    'penaltyCap',
    'grace',
    'extension',
  ],
  wordsAreLocal: true,
};
