import Type, { type Static } from 'typebox';
import { object } from '../../engine/config/object.ts';
import { Cents, Day, Instant } from './units.ts';

export const couponKinds = ['withdrawal', 'repayment', 'addDesktop'] as const;
export const couponStates = ['available', 'reserved', 'used', 'expired', 'revoked'] as const;
export const Coupon = object({
  id: Type.String(),
  type: Type.String({ description: 'Coupon type from flows/lending/coupons.json. Its label is enums.couponType.<type>.' }),
  kind: Type.Enum([...couponKinds]),
  state: Type.Enum([...couponStates]),
  amountCents: Cents(),
  minAmountCents: Type.Optional(Cents('Minimum payment for which the coupon counts.')),
  fullRepaymentOnly: Type.Boolean(),
  savesCents: Type.Optional(Cents('Amount the coupon takes off this payment or withdrawal. The function that charges also computes it.')),
  lapsesCents: Type.Optional(Cents('Part of the coupon that would lapse. A coupon can be used only once.')),
  expiresOn: Day('Last day on which the coupon can be used.'),
  usableFrom: Type.Optional(Day('Next day on which the coupon can be used, if it cannot be used today.')),
  beforeDueDate: Type.Optional(Type.Boolean({ description: 'Counts only before the due date of the loan.' })),
  usableNow: Type.Boolean(),
  unusableReason: Type.Optional(Type.String({ description: 'Error code, such as couponMinimumNotPaid or couponFullRepaymentOnly.' })),
  usedAt: Type.Optional(Instant()),
});
export type Coupon = Static<typeof Coupon>;
