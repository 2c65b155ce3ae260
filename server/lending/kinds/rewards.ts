import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { gives } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { unknownCoupon } from './coupons.ts';
import { fractions } from './orders.ts';
import { pesos } from './words.ts';
import { productsOf } from './products.ts';
import { cents, days, file } from './schemas.ts';

/** Default if the file sets no number of days. */
export const defaultMinLoanDays = 3;

const Coupon = Type.String({
  title: 'Coupon',
  description: 'Coupon type in flows/lending/coupons.json.',
  minLength: 1,
  ...gives('couponType'),
});

/** flows/lending/rewards.json */
export const Rewards = file('Rewards', 'Rewards of Easy Re-loan and the homescreen, and how long a loan must run to earn rewards.', {
  minLoanDays: Type.Optional(
    days(
      'Earns after (days)',
      `Minimum calendar days from payout to settlement. A loan settled sooner raises no limit (limits.json), grants no coupon (coupons.json), and earns no voucher for the next Easy Re-loan. An Easy Re-loan without an earlier loan earns none either. Defaults to ${defaultMinLoanDays}.`,
      1,
    ),
  ),
  easyReloan: object(
    {
      activation: object({ coupon: Coupon }, { title: 'Activation', description: 'Coupon for a person’s first activation.' }),
      streak: object(
        {
          coupon: Coupon,
          amountsCents: Type.Array(cents('Amount', 'Amount that replaces the coupon’s own.', 1), {
            title: 'Amounts',
            description: 'Amounts for consecutive successes. The last one repeats. An interruption restarts the streak.',
            minItems: 1,
          }),
        },
        { title: 'Streak' },
      ),
    },
    { title: 'Easy Re-loan' },
  ),
  homescreen: object(
    {
      coupon: Coupon,
      launchAfterSeconds: Type.Optional(
        Type.Integer({
          title: 'Opened after (s)',
          description: 'Minimum time between fetching the manifest and opening the app from the homescreen.',
          minimum: 0,
          maximum: 3_600,
        }),
      ),
    },
    { title: 'Homescreen', description: 'Granted once per person, after an accepted application.' },
  ),
});
export type Rewards = Static<typeof Rewards>;

const check = (rewards: Rewards, project: ProjectView): KindFinding<LendingRule>[] => [
  ...coupons(rewards, project),
  ...tooLong(rewards, project),
  ...ladder(rewards),
  ...shared(rewards, project),
];

/** A longer streak must earn at least as much as a shorter one. */
function ladder({ easyReloan: { streak } }: Rewards): KindFinding<LendingRule>[] {
  const { amountsCents } = streak;
  const fall = amountsCents.findIndex((cents, index) => index > 0 && cents < (amountsCents[index - 1] ?? 0));
  const amounts = amountsCents.map((cents, index) => ({ pointer: `/easyReloan/streak/amountsCents/${index}`, cents }));
  if (fall < 0) return fractions(amounts);
  const message = `${pesos(amountsCents[fall] ?? 0)} is less than ${pesos(amountsCents[fall - 1] ?? 0)}, the amount before it.`;
  return [{ code: 'reward-order', pointer: `/easyReloan/streak/amountsCents/${fall}`, message }, ...fractions(amounts)];
}

/** Each reward needs its own coupon, because the coupon's label names the reward. */
function shared({ easyReloan, homescreen }: Pick<Rewards, 'easyReloan' | 'homescreen'>, project: ProjectView): KindFinding<LendingRule>[] {
  const granted = (project.get('coupons')?.grants ?? []).map(({ coupon }) => ({ coupon, by: 'flows/lending/coupons.json' }));
  const own = [
    { coupon: easyReloan.activation.coupon, by: 'easyReloan.activation', pointer: '/easyReloan/activation/coupon' },
    { coupon: easyReloan.streak.coupon, by: 'easyReloan.streak', pointer: '/easyReloan/streak/coupon' },
    { coupon: homescreen.coupon, by: 'homescreen', pointer: '/homescreen/coupon' },
  ];
  return own.flatMap(({ coupon, pointer }, index): KindFinding<LendingRule>[] => {
    const other = [...granted, ...own.slice(0, index)].find((each) => each.coupon === coupon);
    return other ? [{ code: 'shared-coupon', pointer, message: `The coupon "${coupon}" already belongs to ${other.by}.` }] : [];
  });
}

function coupons({ easyReloan, homescreen }: Rewards, project: ProjectView): KindFinding<LendingRule>[] {
  if (project.isBroken('coupons')) return [];
  const types = project.get('coupons')?.types ?? [];
  const ids = types.map(({ id }) => id);
  // A wrong coupon name already has a finding.
  const isShared = !ids.includes(homescreen.coupon) || shared({ easyReloan, homescreen }, project).length > 0;
  return [
    ...unknownCoupon(easyReloan.activation.coupon, ids, '/easyReloan/activation/coupon'),
    ...unknownCoupon(easyReloan.streak.coupon, ids, '/easyReloan/streak/coupon'),
    ...unknownCoupon(homescreen.coupon, ids, '/homescreen/coupon'),
    ...(isShared ? [] : types.flatMap(({ id, kind }, index) => kindOfReward(id, kind, homescreen.coupon, index))),
  ];
}

/** The kind "addDesktop" and the homescreen reward belong together, because the texts and the error of that kind mention the homescreen. */
function kindOfReward(id: string, kind: string, homescreen: string, index: number): KindFinding<LendingRule>[] {
  if ((kind === 'addDesktop') === (id === homescreen)) return [];
  const message =
    kind === 'addDesktop'
      ? `"${id}" is of the kind of the homescreen reward, which grants "${homescreen}".`
      : `The homescreen reward grants "${id}", so its kind must be "addDesktop", not "${kind}".`;
  return [{ code: 'reward-kind', in: { kind: 'coupons', id: 'coupons' }, pointer: `/types/${index}/kind`, message }];
}

/** With a longer minimum, a borrower who repays the shortest loan on its due date would earn nothing. */
function tooLong({ minLoanDays = defaultMinLoanDays }: Rewards, project: ProjectView): KindFinding<LendingRule>[] {
  const shortest = productsOf(project)
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, terms }) => terms.map(({ termDays }) => ({ id, termDays })))
    .toSorted((a, b) => a.termDays - b.termDays)[0];
  if (!shortest || minLoanDays <= shortest.termDays) return [];
  const message = `"${shortest.id}" is offered for ${shortest.termDays} days. Repaid on time, it earns nothing, because rewards need ${minLoanDays} days.`;
  const fix = 'If this is intended, set the rule "reward-days" to off in hakbang.config.json.';
  return [{ code: 'reward-days', pointer: '/minLoanDays', message, fix }];
}

export const rewardsKind: KindDefinition<LendingRule> = {
  name: 'rewards',
  metaSchema: Rewards,
  single: true,
  required: 'flows/lending/rewards.json',
  check,
};
