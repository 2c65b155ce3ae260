import Type, { type Static, type TSchema } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import { staffRoles } from '../../contract/staff/operation.ts';
import type { Deps } from '../../platform/deps.ts';

const upTo = {
  upToCents: Type.Integer({ title: 'Up to', description: 'In hundredths of the currency.', minimum: 1, maximum: 100_000_000_00 }),
};
/** A role without a cap may not do it. */
const byRole = <Cap extends TSchema>(cap: Cap) =>
  Type.Record(Type.String({ pattern: `^(${staffRoles.join('|')})$` }), cap, {
    title: 'Caps by role',
    description: 'The most that a role may waive or write off at once. A role that is not listed may not do it.',
  });

/** flows/desk.json: what staff may do and how often. */
const Desk = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    revealsPerHour: Type.Integer({
      title: 'Reveals per hour',
      description: 'Masked answers and photos that one person may see within an hour.',
      minimum: 1,
      maximum: 1000,
    }),
    takeBackSeconds: Type.Integer({
      title: 'Take back (s)',
      description: 'Seconds in which a decision can be taken back before it is carried out.',
      minimum: 1,
      maximum: 300,
    }),
    waiver: object(
      {
        caps: byRole(
          object({
            ...upTo,
            sharePercent: Type.Integer({
              title: 'Share (%)',
              description: 'Share of the charges and interest that are owed.',
              minimum: 1,
              maximum: 100,
            }),
          }),
        ),
      },
      { title: 'Waiver', description: 'Waived charges and interest. Principal is never waived.' },
    ),
    writeOff: object(
      {
        afterDaysOverdue: Type.Integer({
          title: 'After (days overdue)',
          description: 'A loan that is overdue for fewer days cannot be written off.',
          minimum: 1,
          maximum: 3650,
        }),
        caps: byRole(object(upTo)),
      },
      { title: 'Write-off', description: 'Written-off loans.' },
    ),
  },
  { title: 'Desk', description: 'What staff may do at the desk, and how often.' },
);
type Desk = Static<typeof Desk>;

export const deskKind: KindDefinition = { name: 'desk', metaSchema: Desk, single: true, required: 'flows/desk.json' };

/** Used if the release lacks the file. */
const defaults: Desk = { revealsPerHour: 20, takeBackSeconds: 10, waiver: { caps: {} }, writeOff: { afterDaysOverdue: 90, caps: {} } };

const withDefaults = (desk: Partial<Desk> | undefined): Desk => ({ ...defaults, ...desk });

export const deskOf = (deps: Pick<Deps, 'releases'>): Desk => withDefaults(onlyOf(deps.releases.active().manifest.other, 'desk'));

/** Describes what another flows/desk.json lets staff reveal, waive or write off beyond the current one. */
export function loosenedDesk(written: Partial<Desk> | undefined, other: Partial<Desk> | undefined): string[] {
  const [now, then] = [withDefaults(written), withDefaults(other)];
  const exceeds = (role: string, part: 'waiver' | 'writeOff') =>
    (then[part].caps[role]?.upToCents ?? 0) > (now[part].caps[role]?.upToCents ?? 0);
  const share = ({ waiver }: Desk, role: string) => waiver.caps[role]?.sharePercent ?? 0;
  return [
    ...(then.revealsPerHour > now.revealsPerHour ? ['staff may reveal more in an hour'] : []),
    ...Object.keys(then.waiver.caps)
      .filter((role) => exceeds(role, 'waiver') || share(then, role) > share(now, role))
      .map((role) => `"${role}" may waive more`),
    ...Object.keys(then.writeOff.caps)
      .filter((role) => exceeds(role, 'writeOff'))
      .map((role) => `"${role}" may write more off`),
    ...(then.writeOff.afterDaysOverdue < now.writeOff.afterDaysOverdue ? ['loans may be written off earlier'] : []),
  ];
}

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    desk: Partial<Desk>;
  }
}
