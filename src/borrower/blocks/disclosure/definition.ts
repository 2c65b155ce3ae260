import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  disclosure: Cel('dyn', { title: 'Disclosure', description: 'A Disclosure of the API, from loans.quote or a draft.' }),
  sentOn: Type.Optional(
    Cel('dyn', { title: 'Sent on', description: 'Day of the payout; absent when it is not known yet. Without this option: today.' }),
  ),
});
export type DisclosureOptions = Static<typeof options>;

export const disclosureBlock: BlockDefinition = {
  name: 'disclosure',
  title: 'Disclosure statement',
  description: 'The full statement of a loan: money received, all costs, and a chart of both.',
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
