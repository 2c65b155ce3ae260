import Type, { type Static } from 'typebox';
import { Id } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { cents, closed, days, file } from './schemas.ts';
import { unnamed } from './words.ts';

const CouponType = Type.Object(
  {
    id: Id({ description: 'Also a code of schemas/enums/couponType.schema.json; its name stands in locales/<language>/enums.json.' }),
    kind: Type.Enum(['withdrawal', 'repayment', 'addDesktop'], {
      title: 'Kind',
      description: 'withdrawal: cuts what is kept at payout. repayment: pays a part of a repayment. addDesktop: of a full repayment only.',
    }),
    amountCents: cents('Amount', 'What it is worth.', 1),
    minAmountCents: Type.Optional(cents('From an amount of', 'What is borrowed or repaid must come to this at least.')),
    fullRepaymentOnly: Type.Optional(Type.Boolean({ title: 'Full repayment only', description: 'Not for an extension.' })),
    validDays: days('Valid (days)', 'It can be used on the day it is given and for so many days after.', 1),
  },
  { ...closed, title: 'Coupon type', description: 'Coupons already given keep their terms.' },
);
export type CouponType = Static<typeof CouponType>;

const Grant = Type.Object(
  {
    on: Type.Enum(['firstAcceptance', 'acceptance', 'settledOnTime', 'settled'], {
      title: 'When',
      description:
        'firstAcceptance: the first application is accepted. acceptance: any is. settledOnTime: a loan is settled by its due date. settled: a loan is settled.',
    }),
    coupon: Type.String({ title: 'Coupon', description: 'Id of a type above.', minLength: 1 }),
    once: Type.Boolean({ title: 'Once', description: 'Once a person; otherwise every time.' }),
  },
  { ...closed, title: 'Grant' },
);

/** flows/lending/coupons.json */
export const Coupons = file('Coupons', 'What coupons there are, and what earns them.', {
  types: Type.Array(CouponType, { title: 'Types' }),
  grants: Type.Array(Grant, { title: 'Grants' }),
});
export type Coupons = Static<typeof Coupons>;

function check(value: unknown, project: ProjectView): KindFinding<LendingRule>[] {
  const { types, grants } = value as Coupons;
  const ids = types.map(({ id }) => id);
  const named = project.get('enum', 'couponType') as { enum: string[] } | undefined;
  return [
    ...ids.flatMap((id, index): KindFinding<LendingRule>[] =>
      ids.indexOf(id) === index ? [] : [{ code: 'duplicate-id', pointer: `/types/${index}/id`, message: `"${id}" stands here already.` }],
    ),
    ...(project.isBroken('enum', 'couponType')
      ? []
      : unnamed(
          named?.enum ?? [],
          types.map(({ id }, index) => ({ id, pointer: `/types/${index}/id` })),
          'couponType',
        )),
    ...grants.flatMap(({ coupon }, index) => unknownCoupon(coupon, ids, `/grants/${index}/coupon`)),
  ];
}

/** A coupon that is referred to must be one of the types. */
export const unknownCoupon = (coupon: string, ids: readonly string[], pointer: string): KindFinding<LendingRule>[] =>
  ids.includes(coupon)
    ? []
    : [{ code: 'unknown-coupon', pointer, message: `There is no coupon "${coupon}".`, meant: { written: coupon, known: ids } }];

export const couponsKind: KindDefinition<LendingRule> = { name: 'coupons', metaSchema: Coupons, single: true, check };
