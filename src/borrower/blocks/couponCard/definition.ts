import type { Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Cel, Ref } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const options = object({
  coupon: Cel('dyn', { title: 'Coupon', description: 'A Coupon of the API, e.g. the item of a list.' }),
  names: Ref('enum', { title: 'Names', description: 'Enum whose labels name the types of coupon.' }),
});
export type CouponCardOptions = Static<typeof options>;

export const couponCardBlock: BlockDefinition = {
  name: 'couponCard',
  title: 'Coupon',
  description: 'A coupon in a list, with its value, its use, its last day and its state.',
  options,
  words: [
    'off',
    'minimum',
    'fullOnly',
    'usableFrom',
    'beforeDueDate',
    'expires',
    'expired',
    'used',
    'state.available',
    'state.unusable',
    'state.reserved',
    'state.used',
    'state.expired',
    'state.revoked',
  ],
  wordsAreLocal: true,
};
