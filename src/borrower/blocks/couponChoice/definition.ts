import Type, { type Static } from 'typebox';
import { object } from '../../../../engine/config/object.ts';
import { Action, Cel, Ref, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const CouponPick = object({
  couponId: Type.Optional(Type.String({ description: 'Absent for no coupon.' })),
  amountCents: Type.Integer({ description: 'Amount that it saves; 0 for no coupon.' }),
});

const options = object({
  title: Text({ title: 'Title' }),
  coupons: Cel('dyn', { title: 'Coupons', description: 'A list of Coupon of the API.' }),
  selected: Cel('dyn', { title: 'Chosen', description: 'Id of the chosen coupon; absent for none.' }),
  names: Ref('enum', { title: 'Names', description: 'Enum whose labels name the types of coupon.' }),
  do: Action(
    { title: 'Action', description: 'Runs on each choice and reads it as choice.?couponId and choice.amountCents.' },
    { choice: CouponPick },
  ),
});
export type CouponChoiceOptions = Static<typeof options>;

export const couponChoiceBlock: BlockDefinition = {
  name: 'couponChoice',
  title: 'Choice of a coupon',
  description: 'One coupon or none, with the amount each saves. A coupon that cannot be used says why. Hidden without coupons.',
  options,
  words: ['none', 'noneHint', 'off', 'minimum', 'fullOnly', 'usableFrom', 'beforeDueDate', 'expires', 'lapses', 'saving'],
  wordsAreLocal: true,
};
