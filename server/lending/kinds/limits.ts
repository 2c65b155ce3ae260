import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { largestAmount, smallestAmount, smallestStep } from './orders.ts';
import { productsOf } from './products.ts';
import { cents, file, ppm } from './schemas.ts';
import { pesos } from './words.ts';

const Growth = object(
  {
    on: Type.Enum(['settledOnTime', 'settledLate'], {
      title: 'When',
      description: 'Whether the loan was settled by its due date or after it.',
    }),
    raiseCents: Type.Optional(cents('Raise by', 'Amount added to the limit.')),
    raisePpm: Type.Optional(ppm('Raise by a share', 'Share of the granted limit that is added.')),
  },
  { title: 'Growth' },
);

/** flows/lending/limits.json */
export const Limits = file('Limits', 'How a borrower’s limit grows.', {
  maximumCents: cents('Maximum', 'Maximum of any limit.', 1),
  detailsDays: Type.Optional(
    Type.Integer({
      title: 'Details valid for (days)',
      description:
        'After this many days, a borrower who has settled a loan confirms the details behind the limit in the flow "renewal". Absent: never.',
      minimum: 30,
      maximum: 1825,
    }),
  ),
  stepCents: cents('Rounded to', 'Growth is rounded down to a multiple of this.', 1),
  growth: Type.Array(Growth, { title: 'Growth', description: 'Growth by repayment.' }),
  boosts: object(
    {
      homescreenCents: Type.Optional(cents('Homescreen', 'Boost for adding the app to the homescreen.')),
      facebookCents: Type.Optional(cents('Facebook link', 'Boost for linking a Facebook account.')),
    },
    { title: 'Boosts', description: 'Each boost is granted once per person.' },
  ),
});
export type Limits = Static<typeof Limits>;

/** Limits and boosts must be amounts of a product, and none may be above the maximum. */
function amounts({ maximumCents, stepCents, boosts }: Limits, project: ProjectView): KindFinding<LendingRule>[] {
  const products = productsOf(project);
  const [step, largest] = [smallestStep(products), largestAmount(products)];
  const figures = [
    { pointer: '/maximumCents', cents: maximumCents },
    { pointer: '/stepCents', cents: stepCents },
    ...Object.entries(boosts).map(([name, cents]) => ({ pointer: `/boosts/${name}`, cents })),
  ];
  return figures.flatMap(({ pointer, cents }): KindFinding<LendingRule>[] => {
    if (cents > maximumCents) {
      return [{ code: 'limit-step', pointer, message: `${pesos(cents)} is above the maximum of any limit, ${pesos(maximumCents)}.` }];
    }
    if (step !== undefined && cents % step !== 0) {
      return [{ code: 'limit-step', pointer, message: `${pesos(cents)} is not a multiple of ${pesos(step)}, the step between amounts.` }];
    }
    if (pointer !== '/maximumCents' || largest === undefined || cents <= largest) return [];
    return [
      { code: 'limit-unusable', pointer, message: `The maximum is ${pesos(cents)}, but no product lends more than ${pesos(largest)}.` },
    ];
  });
}

/** What a growth rule adds to the highest limit, which is the most it ever adds. */
const growthOf = ({ raiseCents = 0, raisePpm = 0 }: Static<typeof Growth>, { maximumCents }: Limits): number =>
  raiseCents + Math.floor((maximumCents * raisePpm) / 1_000_000);

function growths(limits: Limits): KindFinding<LendingRule>[] {
  const { growth, stepCents, maximumCents } = limits;
  const onTime = growth.find(({ on }) => on === 'settledOnTime');
  return growth.flatMap((each, index): KindFinding<LendingRule>[] => {
    const pointer = `/growth/${index}`;
    if (growth.findIndex(({ on }) => on === each.on) < index)
      return [
        { code: 'growth-order', pointer: `${pointer}/on`, message: `"${each.on}" already has a growth, so limits would grow twice.` },
      ];
    if (each.on === 'settledLate' && growthOf(each, limits) >= (onTime ? growthOf(onTime, limits) : 1)) {
      const message = 'A loan repaid late raises the limit by at least as much as one repaid on time.';
      return [{ code: 'growth-order', pointer: `${pointer}/on`, message }];
    }
    const share = growthOf({ on: each.on, raisePpm: each.raisePpm ?? 0 }, limits);
    if (growthOf(each, limits) < stepCents || ((each.raisePpm ?? 0) > 0 && share < stepCents)) {
      const message = `Even at ${pesos(maximumCents)} it adds less than a step of ${pesos(stepCents)}.`;
      return [{ code: 'vanishing-growth', pointer: `${pointer}/${each.raisePpm === undefined ? 'raiseCents' : 'raisePpm'}`, message }];
    }
    return [];
  });
}

/** The limits that decision tables grant must also be amounts of a product. */
function granted({ maximumCents }: Limits, project: ProjectView): KindFinding<LendingRule>[] {
  const products = productsOf(project);
  const [step, smallest] = [smallestStep(products), smallestAmount(products)];
  return (project.get('decisionTable', 'underwriting')?.rows ?? []).flatMap(
    ({ outcome: { limitCents } }, index): KindFinding<LendingRule>[] => {
      if (typeof limitCents !== 'number' || limitCents < 1) return [];
      const place = { in: { kind: 'decisionTable', id: 'underwriting' }, pointer: `/rows/${index}/outcome/limitCents` } as const;
      if (limitCents > maximumCents) {
        const message = `${pesos(limitCents)} is above the maximum of any limit, ${pesos(maximumCents)}.`;
        return [{ code: 'limit-step', ...place, message }];
      }
      if (smallest !== undefined && limitCents < smallest) {
        const message = `${pesos(limitCents)} is below every amount that can be borrowed: the smallest is ${pesos(smallest)}.`;
        return [
          {
            code: 'limit-unusable',
            severity: 'error',
            ...place,
            message,
            fix: `If ${pesos(limitCents * 100)} is meant, write ${limitCents * 100}.`,
          },
        ];
      }
      if (step === undefined || limitCents % step === 0) return [];
      return [
        { code: 'limit-step', ...place, message: `${pesos(limitCents)} is not a multiple of ${pesos(step)}, the step between amounts.` },
      ];
    },
  );
}

const check = (limits: Limits, project: ProjectView): KindFinding<LendingRule>[] => [
  ...amounts(limits, project),
  ...granted(limits, project),
  ...growths(limits),
];

export const limitsKind: KindDefinition<LendingRule> = {
  name: 'limits',
  metaSchema: Limits,
  single: true,
  required: 'flows/lending/limits.json',
  check,
};
