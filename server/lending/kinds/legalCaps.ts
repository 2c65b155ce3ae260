import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { isCovered } from '../caps.ts';
import { productsOf } from './products.ts';
import { percent } from './words.ts';
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
    effectivePpm30d: ppm('Effective rate', 'Maximum effective rate per 30 days, all costs included.', 1_000_000),
    nominalPpm30d: ppm('Nominal rate', 'Maximum interest and extension fee, each per 30 days.', 1_000_000),
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

function order({ caps }: LegalCaps): KindFinding<LendingRule>[] {
  return caps.flatMap(({ from }, index): KindFinding<LendingRule>[] => {
    const before = caps[index - 1];
    if (!before || before.from < from) return [];
    const message = `Caps must be in the order in which they come into force: ${from} is not after ${before.from}.`;
    return [{ code: 'cap-order', pointer: `/caps/${index}/from`, message }];
  });
}

function figures({ caps }: LegalCaps, project: ProjectView): KindFinding<LendingRule>[] {
  const loans = productsOf(project).flatMap(({ amounts, terms }) =>
    terms.map(({ termDays }) => ({ principalCents: amounts.minCents, termDays })),
  );
  return caps.flatMap((cap, index): KindFinding<LendingRule>[] => {
    const pointer = `/caps/${index}`;
    const isCovering = loans.length === 0 || loans.some((loan) => isCovered(cap, loan));
    return [
      ...(cap.nominalPpm30d <= cap.effectivePpm30d
        ? []
        : [
            {
              code: 'cap-figures' as const,
              pointer: `${pointer}/nominalPpm30d`,
              message: `The nominal rate, ${percent(cap.nominalPpm30d)}, is above the effective rate, ${percent(cap.effectivePpm30d)}.`,
            },
          ]),
      ...(isCovering
        ? []
        : [
            {
              code: 'cap-covers-nothing' as const,
              pointer: `${pointer}/covers`,
              message: 'No loan that we offer is so small and so short.',
            },
          ]),
    ];
  });
}

/** A product with loans before the first cap. */
function uncapped({ caps }: LegalCaps, project: ProjectView): KindFinding<LendingRule>[] {
  const [first] = caps;
  const product = productsOf(project).find(({ offeredFrom }) => first !== undefined && offeredFrom < first.from);
  if (!first || !product) return [];
  const message = `"${product.id}" is offered from ${product.offeredFrom} on, before ${first.from}.`;
  return [{ code: 'uncapped-days', pointer: '/caps/0/from', message }];
}

const check = (given: LegalCaps, project: ProjectView): KindFinding<LendingRule>[] => [
  ...order(given),
  ...figures(given, project),
  ...uncapped(given, project),
];

export const legalCapsKind: KindDefinition<LendingRule> = {
  name: 'legalCaps',
  metaSchema: LegalCaps,
  single: true,
  required: 'flows/lending/legalCaps.json',
  check,
};
