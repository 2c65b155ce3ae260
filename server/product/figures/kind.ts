import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Id, SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { Rules } from '../../../engine/config/rules/rule.ts';
import type { Deps } from '../../platform/deps.ts';

/** flows/figures.json of the desk. */
const Figures = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    overdue: Type.Array(
      object({
        id: Id({ title: 'Id', description: 'A code of the enum overdueBucket, which holds its label.' }),
        fromDays: Type.Integer({
          title: 'From (days)',
          description: 'Days since the oldest unpaid due date. A bucket reaches to the next one.',
          minimum: 1,
          maximum: 3650,
        }),
      }),
      { title: 'Overdue', description: 'The buckets of overdue loans, youngest first.', minItems: 1, maxItems: 12 },
    ),
  },
  { title: 'Figures', description: 'How the figures of staff are grouped.' },
);
export type Figures = Static<typeof Figures>;

/** Rules that check flows/figures.json. */
export const figureRules = {
  'bucket-order': {
    severity: 'error',
    title: 'Overdue loans that are in no bucket, or in two',
    why: 'The first bucket begins with the first day, and each begins after the one before. Otherwise loans are missing from the figures.',
  },
  'bucket-label': {
    severity: 'error',
    title: 'A bucket without a name',
    why: 'Staff read the label of the code in its enum. Without one they would read the code.',
  },
} as const satisfies Rules;
type FigureRule = keyof typeof figureRules;

const labels = 'overdueBucket';

function check({ overdue }: Figures, project: ProjectView): KindFinding<FigureRule>[] {
  const known = project.isBroken('enum', labels) ? undefined : (project.get('enum', labels)?.enum ?? []);
  return overdue.flatMap(({ id, fromDays }, index): KindFinding<FigureRule>[] => {
    const least = index === 0 ? 1 : (overdue[index - 1]?.fromDays ?? 0) + 1;
    const isPlaced = index === 0 ? fromDays === 1 : fromDays >= least;
    return [
      ...(isPlaced
        ? []
        : [
            {
              code: 'bucket-order',
              pointer: `/overdue/${index}/fromDays`,
              message:
                index === 0
                  ? `The first bucket begins on day ${fromDays}, so loans that are less overdue are in none.`
                  : `"${id}" begins on day ${fromDays}, but "${overdue[index - 1]?.id}" before it on day ${least - 1}.`,
              fix: index === 0 ? 'Let it begin on day 1.' : `Let it begin on day ${least} or later.`,
            } as const,
          ]),
      ...(known === undefined || known.includes(id)
        ? []
        : [
            {
              code: 'bucket-label',
              pointer: `/overdue/${index}/id`,
              message: `The enum "${labels}" has no code "${id}", so nobody can read its name.`,
              fix: `Add "${id}" to the enum and its label to locales/<language>/enums.json.`,
            } as const,
          ]),
    ];
  });
}

export const figuresKind: KindDefinition<FigureRule> = {
  name: 'figures',
  metaSchema: Figures,
  single: true,
  required: 'flows/figures.json',
  check,
};

/** Used by an installation without the desk. */
const defaults: Figures = { overdue: [{ id: 'all', fromDays: 1 }] };

/** The figures of the first application that has them. */
export const figuresOf = ({ applications }: Pick<Deps, 'applications'>): Figures =>
  applications.map(({ releases }) => onlyOf(releases.active().manifest.other, 'figures')).find((found) => found !== undefined) ?? defaults;

/** The last bucket that begins at or before this number of days. */
export const bucketOf = <B extends { fromDays: number }>(buckets: readonly B[], days: number): B | undefined =>
  buckets.findLast(({ fromDays }) => fromDays <= days);

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    figures: Figures;
  }
}
