import Type, { type Static } from 'typebox';
import { closed } from './schemas.ts';
import { Cents, Day, Instant } from './units.ts';

export const couponKinds = ['withdrawal', 'repayment', 'addDesktop'] as const;
export const couponStates = ['available', 'reserved', 'used', 'expired', 'revoked'] as const;
export const Coupon = Type.Object(
  {
    id: Type.String(),
    type: Type.String({ description: 'Coupon type in flows/lending/coupons.json; its name is enums.couponType.<type>.' }),
    kind: Type.Enum([...couponKinds]),
    state: Type.Enum([...couponStates]),
    amountCents: Cents(),
    minAmountCents: Type.Optional(Cents('What must be paid at least for it to count.')),
    fullRepaymentOnly: Type.Boolean(),
    savesCents: Type.Optional(Cents('What it takes off the payment or withdrawal in question, by the function that charges it.')),
    lapsesCents: Type.Optional(Cents('What is lost of it then: a coupon is used once.')),
    expiresOn: Day('The last day on which it can be used.'),
    usableNow: Type.Boolean(),
    unusableReason: Type.Optional(Type.String({ description: 'Error code: couponMinimumNotPaid, couponFullRepaymentOnly …' })),
    usedAt: Type.Optional(Instant()),
  },
  closed,
);
export type Coupon = Static<typeof Coupon>;
