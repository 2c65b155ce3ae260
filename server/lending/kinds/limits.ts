import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
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
  maximumCents: cents('Maximum', 'Maximum of any limit. flows/settings.json promises the same amount.', 1),
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

/** The maximum must match the amount that the settings promise in texts. */
function check({ maximumCents }: Limits, project: ProjectView): KindFinding<LendingRule>[] {
  const promised = project.get('settings')?.constants['maximumLimit'];
  if (typeof promised !== 'string' || Number(promised.replaceAll(',', '')) * 100 === maximumCents) return [];
  const message = `maximumCents is ${pesos(maximumCents)}, but constants.maximumLimit of flows/settings.json promises ${promised}.`;
  return [{ code: 'limit-promise', pointer: '/maximumCents', message, fix: 'Set both to the same amount.' }];
}

export const limitsKind: KindDefinition<LendingRule> = {
  name: 'limits',
  metaSchema: Limits,
  single: true,
  required: 'flows/lending/limits.json',
  check,
};
