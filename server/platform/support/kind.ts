import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { Day, SchemaRef } from '../../../engine/config/annotations.ts';
import { weekdays } from '../../../engine/config/days.ts';
import type { Settings } from '../../../engine/config/settings.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LoadedRelease } from '../release/types.ts';
import type { SupportRule } from './rules.ts';

const Phone = (title: string) =>
  Type.String({ title, description: 'International format with +. Spaces are allowed.', pattern: '^\\+[0-9][0-9 ]{5,18}[0-9]$' });
const Email = (title: string) => Type.String({ title, maxLength: 120, pattern: '^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$' });
const Time = (title: string) =>
  Type.String({
    title,
    description: 'HH:MM in the time zone of the settings, whatever the phone says.',
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  });

const Hours = object(
  {
    days: Type.Array(Type.Enum([...weekdays]), { title: 'Days', minItems: 1, uniqueItems: true }),
    from: Time('From'),
    until: Time('Until'),
  },
  { title: 'Hours' },
);

/** flows/support.json: contacts and opening hours. */
const Support = object(
  {
    $schema: SchemaRef,
    $comment: Type.Optional(Type.String()),
    phone: Phone('Hotline'),
    email: Email('E-mail'),
    website: Type.String({ title: 'Website', pattern: '^https://[^\\s"<>]+$' }),
    officer: object(
      { name: Type.String({ title: 'Name', minLength: 1, maxLength: 80 }), phone: Phone('Phone'), email: Email('E-mail') },
      { title: 'Grievance officer', description: 'Handles complaints about how a customer was treated.' },
    ),
    hours: Type.Array(Hours, { title: 'Hours', description: 'Days that are not listed are closed.', minItems: 1 }),
    closedOn: Type.Array(Day(), {
      title: 'Closed on',
      description: 'Holidays, as days YYYY-MM-DD.',
      uniqueItems: true,
    }),
  },
  { title: 'Support', description: 'Customer care and the grievance officer: how and when to reach them.' },
);
export type Support = Static<typeof Support>;

/** The support of a release; undefined in releases older than this kind. */
export const supportOf = ({ manifest }: Pick<LoadedRelease, 'manifest'>): Support | undefined => onlyOf(manifest.other, 'support');

/** Texts use constants for hotline, addresses and hours, which must match this file. */
const check = (support: Support, project: ProjectView): KindFinding<SupportRule>[] => [
  ...promises(support, project.get('settings')),
  ...times(support),
];

function promises(
  { phone, email, website, officer, hours }: Support,
  { constants = {}, clientDefaults = {} }: Partial<Settings> = {},
): KindFinding<SupportRule>[] {
  const said: [pointer: string, is: string, name: string, promised: unknown][] = [
    ['/phone', phone, 'constants.supportPhone', constants['supportPhone']],
    ['/phone', phone, 'clientDefaults.hotline', clientDefaults['hotline']],
    ['/email', email, 'constants.supportEmail', constants['supportEmail']],
    ['/email', email, 'clientDefaults.supportEmail', clientDefaults['supportEmail']],
    ['/website', website, 'constants.website', constants['website']],
    ['/website', website, 'clientDefaults.website', clientDefaults['website']],
    ['/officer/phone', officer.phone, 'constants.grievancePhone', constants['grievancePhone']],
    ['/officer/email', officer.email, 'constants.grievanceEmail', constants['grievanceEmail']],
    ['/hours/0', hours[0] ? hoursText(hours[0]) : '', 'constants.supportHours', constants['supportHours']],
  ];
  return said
    .filter(([, is, , promised]) => promised !== undefined && promised !== is)
    .map(([pointer, is, name, promised]) => ({
      code: 'support-promise' as const,
      pointer,
      message: `This is "${is}", but ${name} of flows/settings.json says "${String(promised)}".`,
      fix: 'Set both to the same value.',
    }));
}

/** With an en dash, as texts show them: `09:00–18:00`. */
export const hoursText = ({ from, until }: Pick<Static<typeof Hours>, 'from' | 'until'>): string => `${from}–${until}`;

function times({ hours }: Support): KindFinding<SupportRule>[] {
  const days = hours.flatMap((each) => each.days);
  return hours.flatMap((each, index): KindFinding<SupportRule>[] => [
    ...(each.from < each.until
      ? []
      : [
          {
            code: 'support-hours' as const,
            pointer: `/hours/${index}/until`,
            message: `It closes at ${each.until}, before it opens at ${each.from}.`,
          },
        ]),
    ...each.days
      .filter((day) => days.filter((other) => other === day).length > 1)
      .map((day) => ({
        code: 'support-hours' as const,
        pointer: `/hours/${index}/days`,
        message: `${day} has hours twice. Give each day one opening.`,
      })),
  ]);
}

export const supportKind: KindDefinition<SupportRule> = {
  name: 'support',
  metaSchema: Support,
  single: true,
  required: 'flows/support.json',
  check,
};

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    support: Support;
  }
}
