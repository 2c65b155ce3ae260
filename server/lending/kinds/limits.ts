import Type, { type Static } from 'typebox';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { cents, closed, file, ppm } from './schemas.ts';
import { pesos } from './words.ts';

const Growth = Type.Object(
  {
    on: Type.Enum(['settledOnTime', 'settledLate'], { title: 'When', description: 'A loan was settled by its due date, or after it.' }),
    raiseCents: Type.Optional(cents('Raise by', 'Added to the limit.')),
    raisePpm: Type.Optional(ppm('Raise by a share', 'Of the limit granted so far.')),
  },
  { ...closed, title: 'Growth' },
);

/** flows/lending/limits.json */
export const Limits = file('Limits', 'How the amount that a person may borrow grows.', {
  maximumCents: cents('Maximum', 'No limit grows beyond it. The promise of it stands in flows/settings.json.', 1),
  stepCents: cents('Rounded to', 'What is added is rounded down to a multiple of this.', 1),
  growth: Type.Array(Growth, { title: 'Growth', description: 'What good repayment adds.' }),
  boosts: Type.Object(
    {
      homescreenCents: Type.Optional(cents('Homescreen', 'Added once for putting the app on the homescreen.')),
      facebookCents: Type.Optional(cents('Facebook link', 'Added once for linking a Facebook account.')),
    },
    { ...closed, title: 'Boosts', description: 'Added once a person.' },
  ),
});
export type Limits = Static<typeof Limits>;

/** What is promised is what can be had: the maximum stands in the settings as a text, too. */
function check(value: unknown, project: ProjectView): KindFinding<LendingRule>[] {
  const { maximumCents } = value as Limits;
  const settings = project.get('settings') as { constants?: Record<string, unknown> } | undefined;
  const promised = settings?.constants?.['maximumLimit'];
  if (typeof promised !== 'string' || Number(promised.replaceAll(',', '')) * 100 === maximumCents) return [];
  const message = `maximumCents is ${pesos(maximumCents)}, but constants.maximumLimit of flows/settings.json promises ${promised}.`;
  return [{ code: 'limit-promise', pointer: '/maximumCents', message, fix: 'Give both the same amount.' }];
}

export const limitsKind: KindDefinition<LendingRule> = { name: 'limits', metaSchema: Limits, single: true, check };
