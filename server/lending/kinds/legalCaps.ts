import Type, { type Static } from 'typebox';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { cents, closed, day, days, file, ppm } from './schemas.ts';

const Cap = Type.Object(
  {
    from: day('In force from', 'Until the next one is.'),
    source: Type.String({ title: 'Rule', description: 'The circular or law it comes from; named in messages.', minLength: 1 }),
    covers: Type.Object(
      {
        maxPrincipalCents: cents('Up to this amount', 'Loans above it are not covered.'),
        maxTermDays: days('Up to this term (days)', 'Longer loans are not covered.', 1),
      },
      { ...closed, title: 'Covers' },
    ),
    effectivePpm30d: ppm('Effective rate', 'All costs of the loan, per 30 days.'),
    nominalPpm30d: ppm('Nominal rate', 'Interest, and the fee of an extension, per 30 days.'),
    penaltyPpm30d: ppm('Penalty', 'Late charge and penalty together, of the overdue amount, per 30 days.'),
    totalCostPpm: ppm('Total cost', 'All charges together, of the amount borrowed.'),
  },
  { ...closed, title: 'Cap' },
);

/** flows/lending/legalCaps.json */
export const LegalCaps = file('Legal caps', 'Ceilings that the law sets, by the day from which they bind. To be confirmed by counsel.', {
  caps: Type.Array(Cap, { title: 'Caps', description: 'In the order in which they come into force.', minItems: 1, maxItems: 8 }),
});
export type LegalCaps = Static<typeof LegalCaps>;

function check(value: unknown): KindFinding<LendingRule>[] {
  const { caps } = value as LegalCaps;
  return caps.flatMap(({ from }, index): KindFinding<LendingRule>[] => {
    const before = caps[index - 1];
    if (!before || before.from < from) return [];
    const message = `Caps stand in the order in which they come into force: ${from} is not after ${before.from}.`;
    return [{ code: 'cap-order', pointer: `/caps/${index}/from`, message }];
  });
}

export const legalCapsKind: KindDefinition<LendingRule> = { name: 'legalCaps', metaSchema: LegalCaps, single: true, check };
