import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { cents, day, days, file, ppm } from './schemas.ts';

const Cap = object(
  {
    from: day('In force from', 'First day of the cap. It applies until the next cap starts.'),
    source: Type.String({ title: 'Rule', description: 'Circular or law that sets the cap. Messages quote it.', minLength: 1 }),
    covers: object(
      {
        maxPrincipalCents: cents('Up to this amount', 'The cap does not cover loans above it.'),
        maxTermDays: days('Up to this term (days)', 'The cap does not cover longer loans.', 1),
      },
      { title: 'Covers' },
    ),
    effectivePpm30d: ppm('Effective rate', 'Maximum effective rate per 30 days, all costs included.'),
    nominalPpm30d: ppm('Nominal rate', 'Maximum interest and extension fee, each per 30 days.'),
    penaltyPpm30d: ppm('Penalty', 'Maximum late charge plus penalty per 30 days, as a share of the overdue amount.'),
    totalCostPpm: ppm('Total cost', 'Maximum total charges, as a share of the amount borrowed.'),
  },
  { title: 'Cap' },
);

/** flows/lending/legalCaps.json */
export const LegalCaps = file('Legal caps', 'Legal limits by their first day. Counsel must confirm them.', {
  caps: Type.Array(Cap, { title: 'Caps', description: 'Caps in the order in which they come into force.', minItems: 1, maxItems: 8 }),
});
export type LegalCaps = Static<typeof LegalCaps>;

function check({ caps }: LegalCaps): KindFinding<LendingRule>[] {
  return caps.flatMap(({ from }, index): KindFinding<LendingRule>[] => {
    const before = caps[index - 1];
    if (!before || before.from < from) return [];
    const message = `Caps must be in the order in which they come into force: ${from} is not after ${before.from}.`;
    return [{ code: 'cap-order', pointer: `/caps/${index}/from`, message }];
  });
}

export const legalCapsKind: KindDefinition<LendingRule> = {
  name: 'legalCaps',
  metaSchema: LegalCaps,
  single: true,
  required: 'flows/lending/legalCaps.json',
  check,
};
