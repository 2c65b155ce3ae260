import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Id } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import { fractions } from './orders.ts';
import { codesOf } from './products.ts';
import type { LendingRule } from './rules.ts';
import { cents, days, file } from './schemas.ts';
import { unnamed } from './words.ts';

const CouponType = object(
  {
    id: Id({ description: 'Must also be a code in schemas/enums/couponType.schema.json. Its label is in locales/<language>/enums.json.' }),
    kind: Type.Enum(['withdrawal', 'repayment', 'addDesktop'], {
      title: 'Kind',
      description:
        'withdrawal: reduces the deduction at payout. repayment: pays part of a repayment. addDesktop: pays part of a full repayment only.',
    }),
    amountCents: cents('Amount', 'Face value of the coupon.', 1),
    minAmountCents: Type.Optional(cents('From an amount of', 'Minimum amount to borrow or repay.')),
    fullRepaymentOnly: Type.Optional(
      Type.Boolean({ title: 'Full repayment only', description: 'The coupon cannot pay for an extension.' }),
    ),
    validDays: days('Valid (days)', 'Days for which the coupon is valid after the day on which it is granted.', 1),
  },
  { title: 'Coupon type', description: 'Coupons already granted keep their terms.' },
);
export type CouponType = Static<typeof CouponType>;

const Grant = object(
  {
    on: Type.Enum(['firstAcceptance', 'acceptance', 'settledOnTime', 'settled'], {
      title: 'When',
      description:
        'firstAcceptance: the first application is accepted. acceptance: any application is accepted. settledOnTime: a loan is settled by its due date. settled: a loan is settled.',
    }),
    coupon: Type.String({ title: 'Coupon', description: 'Id of a type above.', minLength: 1 }),
    once: Type.Boolean({ title: 'Once', description: 'Granted once per person. Otherwise granted every time.' }),
  },
  { title: 'Grant' },
);

/** flows/lending/coupons.json */
export const Coupons = file('Coupons', 'Coupon types, and the events that grant them.', {
  types: Type.Array(CouponType, { title: 'Types' }),
  grants: Type.Array(Grant, { title: 'Grants' }),
});
export type Coupons = Static<typeof Coupons>;

function check({ types, grants }: Coupons, project: ProjectView): KindFinding<LendingRule>[] {
  const ids = types.map(({ id }) => id);
  return [
    ...ids.flatMap((id, index): KindFinding<LendingRule>[] =>
      ids.indexOf(id) === index ? [] : [{ code: 'duplicate-id', pointer: `/types/${index}/id`, message: `"${id}" is already listed.` }],
    ),
    ...(project.isBroken('enum', 'couponType')
      ? []
      : unnamed(
          codesOf(project, 'couponType'),
          types.map(({ id }, index) => ({ id, pointer: `/types/${index}/id` })),
          'couponType',
        )),
    ...fractions(
      types.flatMap(({ amountCents, minAmountCents }, index) => [
        { pointer: `/types/${index}/amountCents`, cents: amountCents },
        { pointer: `/types/${index}/minAmountCents`, cents: minAmountCents },
      ]),
    ),
    ...grants.flatMap(({ coupon }, index) => unknownCoupon(coupon, ids, `/grants/${index}/coupon`)),
  ];
}

/** A referenced coupon must be one of the types. */
export const unknownCoupon = (coupon: string, ids: readonly string[], pointer: string): KindFinding<LendingRule>[] =>
  ids.includes(coupon)
    ? []
    : [{ code: 'unknown-coupon', pointer, message: `There is no coupon "${coupon}".`, meant: { written: coupon, known: ids } }];

export const couponsKind: KindDefinition<LendingRule> = {
  name: 'coupons',
  metaSchema: Coupons,
  single: true,
  required: 'flows/lending/coupons.json',
  check,
};
