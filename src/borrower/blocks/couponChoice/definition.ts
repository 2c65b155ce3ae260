import Type, { type Static } from 'typebox';
import { Action, Cel, Ref, Text } from '../../../../engine/config/annotations.ts';
import type { BlockDefinition } from '../../../../engine/config/definitions.ts';

const CouponPick = Type.Object(
  {
    couponId: Type.Optional(Type.String({ description: 'Absent when none is wanted.' })),
    amountCents: Type.Integer({ description: 'What it saves; 0 when none is wanted.' }),
  },
  { additionalProperties: false },
);

const options = Type.Object(
  {
    title: Text({ title: 'Title' }),
    coupons: Cel('dyn', { title: 'Coupons', description: 'A list of Coupon of the API.' }),
    selected: Cel('dyn', { title: 'Chosen', description: 'Id of the chosen one; absent for none.' }),
    names: Ref('enum', { title: 'Names', description: 'Enum whose labels name the types of coupon.' }),
    do: Action(
      { title: 'Action', description: 'Done on each choice; reads it as choice.?couponId and choice.amountCents.' },
      { choice: CouponPick },
    ),
  },
  { additionalProperties: false },
);
export type CouponChoiceOptions = Static<typeof options>;

export const couponChoiceBlock: BlockDefinition = {
  name: 'couponChoice',
  title: 'Choice of a coupon',
  description: 'One coupon or none, with what each is worth; those that cannot be used say why. Shown only where there are any.',
  options,
  words: ['none', 'noneHint', 'off', 'minimum', 'fullOnly', 'expires', 'lapses', 'saving'],
  wordsAreLocal: true,
};
