import Type, { type Static, type TSchema } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Cel, gives, Id } from '../../../engine/config/annotations.ts';
import { weekdays } from '../../../engine/config/days.ts';
import { calendarFindings, usableFindings } from './couponDays.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import { fractions, smallestAmount } from './orders.ts';
import { codesOf, productsOf } from './products.ts';
import type { LendingRule } from './rules.ts';
import { cents, days, file } from './schemas.ts';
import { pesos, unnamed } from './words.ts';

const Usable = object(
  {
    weekdays: Type.Optional(Type.Array(Type.Enum([...weekdays]), { title: 'Days of the week', minItems: 1, uniqueItems: true })),
    daysOfMonth: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 31 }), { title: 'Days of the month', minItems: 1, uniqueItems: true }),
    ),
    daysOfYear: Type.Optional(
      Type.Array(Type.String({ pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }), {
        title: 'Days of the year',
        description: 'MM-DD: 12-25 is Christmas.',
        minItems: 1,
        uniqueItems: true,
      }),
    ),
    beforeDueDate: Type.Optional(
      Type.Boolean({ title: 'Before the due date', description: 'Only before the due date. The due date itself is too late.' }),
    ),
  },
  {
    title: 'Usable',
    description: 'When the coupon can be used, until its last day. Always by default. The lists of days add up.',
    minProperties: 1,
  },
);

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
    usable: Type.Optional(Usable),
    validDays: days('Valid (days)', 'Days for which the coupon is valid after the day on which it is granted.', 1),
  },
  { title: 'Coupon type', description: 'Coupons already granted keep their terms.' },
);
export type CouponType = Static<typeof CouponType>;

const Grant = object(
  {
    on: Type.Enum(['firstAcceptance', 'acceptance', 'settledOnTime', 'settled', 'calendar'], {
      title: 'When',
      description:
        'firstAcceptance: the first application is accepted. acceptance: any application is accepted. settledOnTime: a loan is settled by its due date. settled: a loan is settled. calendar: on the given day.',
    }),
    day: Type.Optional(
      Type.String({
        title: 'Day',
        description: 'For the calendar. YYYY-MM-DD: once. MM-DD: each year. DD: each month.',
        pattern: '^((2\\d{3}-)?\\d\\d-)?\\d\\d$',
      }),
    ),
    when: Type.Optional(
      Cel('bool', {
        title: 'For whom',
        description: 'For the calendar. Condition on customer, features, constants and today. Everybody by default.',
      }),
    ),
    coupon: Type.String({ title: 'Coupon', description: 'Id of a type above.', minLength: 1, ...gives('couponType') }),
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
export type CouponGrantRule = Coupons['grants'][number];

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
    ...types.flatMap((type, index) => usableFindings(type, grants, `/types/${index}`)),
    ...grants.flatMap((grant, index) => calendarFindings(grant, `/grants/${index}`)),
    ...grants.flatMap(({ coupon }, index) => unknownCoupon(coupon, ids, `/grants/${index}/coupon`)),
    ...types.flatMap((type, index) =>
      terms(type, `/types/${index}`, { smallest: smallestAmount(productsOf(project)), largest: project.get('limits')?.maximumCents }),
    ),
    ...granting({ types, grants }, project),
  ];
}

/** A coupon must be usable for at least one loan under its terms. */
function terms(
  { kind, amountCents, minAmountCents, fullRepaymentOnly }: CouponType,
  pointer: string,
  { smallest = 0, largest = Infinity }: { smallest?: number | undefined; largest?: number | undefined },
): KindFinding<LendingRule>[] {
  const found = (key: string, message: string, fix: string): KindFinding<LendingRule>[] => [
    { code: 'coupon-terms', pointer: `${pointer}/${key}`, message, fix },
  ];
  if (kind === 'withdrawal' && fullRepaymentOnly)
    return found('fullRepaymentOnly', 'A coupon for withdrawals pays for no repayment.', 'Remove "fullRepaymentOnly", or correct "kind".');
  if (minAmountCents !== undefined && minAmountCents <= amountCents)
    return found(
      'minAmountCents',
      `The coupon of ${pesos(amountCents)} pays for all of ${pesos(minAmountCents)}.`,
      inCents(minAmountCents),
    );
  if (minAmountCents !== undefined && minAmountCents < smallest)
    return found('minAmountCents', `Nobody can borrow less than ${pesos(smallest)}, so it asks for nothing.`, inCents(minAmountCents));
  if (minAmountCents !== undefined && minAmountCents > largest)
    return found('minAmountCents', `Nobody can borrow more than ${pesos(largest)}, so it is never used.`, 'Amounts are in hundredths.');
  if (smallest > 0 && amountCents >= Math.max(smallest, minAmountCents ?? 0))
    return found(
      'amountCents',
      `The coupon of ${pesos(amountCents)} pays for a whole loan of ${pesos(smallest)}.`,
      'Amounts are in hundredths.',
    );
  return [];
}

const inCents = (cents: number): string => `If ${pesos(cents * 100)} is meant, write ${cents * 100}.`;

/** Each coupon belongs to exactly one event or reward. */
function granting({ types, grants }: Pick<Coupons, 'types' | 'grants'>, project: ProjectView): KindFinding<LendingRule>[] {
  const twice = grants.flatMap(({ coupon, on, day }, index): KindFinding<LendingRule>[] => {
    // The calendar may grant it on several days.
    const isOther = (each: CouponGrantRule) => each.on !== 'calendar' || each.on !== on || each.day === day;
    const other = grants.slice(0, index).find((each) => each.coupon === coupon && isOther(each));
    if (!other) return [];
    const message = other.on === on ? `"${on}" already grants "${coupon}".` : `The coupon "${coupon}" already belongs to "${other.on}".`;
    return [{ code: 'shared-coupon', pointer: `/grants/${index}/coupon`, message }];
  });
  const rewards = project.get('rewards');
  // A grant of the wrong coupon also leaves a coupon unused, so report only the former.
  if (twice.length > 0 || !rewards) return twice;
  const { easyReloan, homescreen } = rewards;
  const used = [...grants, easyReloan.activation, easyReloan.streak, homescreen].map(({ coupon }) => coupon);
  const labels = codesOf(project, 'couponType');
  // A shared or unknown coupon already has a finding, and it explains why another coupon is unused.
  if (new Set(used).size < used.length || !used.every((coupon) => types.some(({ id }) => id === coupon))) return [];
  return types.flatMap(({ id }, index): KindFinding<LendingRule>[] => {
    if (used.includes(id) || !labels.includes(id) || types.findIndex((type) => type.id === id) < index) return [];
    const message = `Nothing grants the coupon "${id}".`;
    return [{ code: 'never-granted', pointer: `/types/${index}/id`, message, fix: 'Add it to "grants", or remove it.' }];
  });
}

/** A referenced coupon must be one of the types. */
export const unknownCoupon = (coupon: string, ids: readonly string[], pointer: string): KindFinding<LendingRule>[] =>
  ids.includes(coupon)
    ? []
    : [{ code: 'unknown-coupon', pointer, message: `There is no coupon "${coupon}".`, meant: { written: coupon, known: ids } }];

/** @param Borrower schema of the facts about a borrower that conditions read as `customer` */
export const couponsKind = (Borrower: TSchema): KindDefinition<LendingRule> => ({
  name: 'coupons',
  metaSchema: Coupons,
  single: true,
  required: 'flows/lending/coupons.json',
  check,
  scope: { customer: Borrower },
});
