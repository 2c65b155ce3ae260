import Type, { type Static } from 'typebox';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import type { Coupons } from './coupons.ts';
import { unknownCoupon } from './coupons.ts';
import { cents, closed, file } from './schemas.ts';

const Coupon = Type.String({ title: 'Coupon', description: 'Id of a type in flows/lending/coupons.json.', minLength: 1 });

/** flows/lending/rewards.json */
export const Rewards = file('Rewards', 'What Easy Re-loan and the homescreen give.', {
  easyReloan: Type.Object(
    {
      activation: Type.Object({ coupon: Coupon }, { ...closed, title: 'Activation', description: 'For the first activation ever.' }),
      streak: Type.Object(
        {
          coupon: Coupon,
          amountsCents: Type.Array(cents('Amount', 'Of the coupon, instead of its own.', 1), {
            title: 'Amounts',
            description: 'For each success in a row; the last one for all further. A break begins anew.',
            minItems: 1,
          }),
        },
        { ...closed, title: 'Streak' },
      ),
    },
    { ...closed, title: 'Easy Re-loan' },
  ),
  homescreen: Type.Object(
    {
      coupon: Coupon,
      launchAfterSeconds: Type.Optional(
        Type.Integer({
          title: 'Opened after (s)',
          description: 'The app must be opened from the homescreen so long after its manifest was fetched, at the least.',
          minimum: 0,
          maximum: 86_400,
        }),
      ),
    },
    { ...closed, title: 'Homescreen', description: 'Once a person, after an accepted application.' },
  ),
});
export type Rewards = Static<typeof Rewards>;

function check(value: unknown, project: ProjectView): KindFinding<LendingRule>[] {
  if (project.isBroken('coupons')) return [];
  const { easyReloan, homescreen } = value as Rewards;
  const types = (project.get('coupons') as Coupons | undefined)?.types ?? [];
  const ids = types.map(({ id }) => id);
  return [
    ...unknownCoupon(easyReloan.activation.coupon, ids, '/easyReloan/activation/coupon'),
    ...unknownCoupon(easyReloan.streak.coupon, ids, '/easyReloan/streak/coupon'),
    ...unknownCoupon(homescreen.coupon, ids, '/homescreen/coupon'),
  ];
}

export const rewardsKind: KindDefinition<LendingRule> = { name: 'rewards', metaSchema: Rewards, single: true, check };
