import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { SchemaRef } from '../../../engine/config/annotations.ts';
import { onlyOf } from '../../../engine/config/kindValues.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LoadedRelease } from '../release/types.ts';
import type { SmsRule } from './rules.ts';

/** Codes and links never wait: somebody asks for them now. So the configuration need not list them. */
const requested = new Set(['loginCode', 'freshCode', 'guestCode', 'resumeLink', 'invitation']);
const waiting = (texts: readonly string[]): string[] =>
  texts.flatMap((key) => (key.startsWith('sms.') ? key.slice('sms.'.length) : [])).filter((name) => !requested.has(name));

/** Hours of the day in which customers may be contacted. The configuration can narrow them but not widen them. */
export interface ContactHours {
  from: number;
  until: number;
}

/** flows/sms.json */
const Sms = (contact: ContactHours, texts: readonly string[]) =>
  object(
    {
      $schema: SchemaRef,
      $comment: Type.Optional(Type.String()),
      quietHours: object(
        {
          from: Type.Integer({
            title: 'From (hour)',
            description: 'Evening hour in the time zone of the settings.',
            minimum: 12,
            maximum: contact.until,
          }),
          until: Type.Integer({
            title: 'Until (hour)',
            description: 'Hour of the next morning in the same time zone.',
            minimum: contact.from,
            maximum: 12,
          }),
        },
        { title: 'Quiet hours', description: 'Hours in which no SMS that can wait is sent.' },
      ),
      atOnce: Type.Array(Type.Enum(waiting(texts)), {
        title: 'At once',
        description:
          'Keys under sms in locales/<language>/server.json that do not wait for the morning, because they answer an action of the customer or protect them.',
        uniqueItems: true,
      }),
      mostPerDay: Type.Integer({
        title: 'Most per day',
        description:
          'SMS that a customer gets in 24 hours. Further ones are only in the message centre. Does not count codes, links, newDevice and accountChanged.',
        minimum: 10,
        maximum: 100,
      }),
    },
    { title: 'SMS', description: 'When an SMS may be sent, and how many. Reminders always respect the quiet hours, codes never wait.' },
  );
export type Sms = Static<ReturnType<typeof Sms>>;

/**
 * Warnings that let a customer stop somebody else. They are useless the next morning, and nobody may hide them by using up the day's SMS
 * quota.
 */
export const protecting = ['newDevice', 'accountChanged'];

/** An SMS that can wait must be sent while support is open, so that somebody can answer questions. */
function check({ quietHours, atOnce }: Sms, texts: readonly string[], project: ProjectView): KindFinding<SmsRule>[] {
  const waiting = protecting.filter((name) => texts.includes(`sms.${name}`) && !atOnce.includes(name));
  const { hours = [] } = project.get('support') ?? {};
  const [stops, starts] = [clock(quietHours.from), clock(quietHours.until)];
  const [opens, closes] = [
    hours.map(({ from }) => from).toSorted()[0],
    hours
      .map(({ until }) => until)
      .toSorted()
      .at(-1),
  ];
  const outside = (name: 'from' | 'until', message: string): KindFinding<SmsRule> => ({
    code: 'sms-hours',
    pointer: `/quietHours/${name}`,
    message,
  });
  return [
    ...waiting.map((name): KindFinding<SmsRule> => ({
      code: 'sms-waits',
      pointer: '/atOnce',
      message: `"${name}" warns a customer of somebody else, so it cannot wait for the morning.`,
      fix: `Add "${name}" to "atOnce".`,
    })),
    ...(closes !== undefined && stops > closes
      ? [outside('from', `SMS are sent until ${stops}, but customer care closes at ${closes} (flows/support.json).`)]
      : []),
    ...(opens !== undefined && starts > opens
      ? [outside('until', `SMS wait until ${starts}, but customer care opens at ${opens} (flows/support.json).`)]
      : []),
    ...(opens !== undefined && starts < `${opens.slice(0, 2)}:00`
      ? [outside('until', `SMS are sent from ${starts}, but customer care opens at ${opens} (flows/support.json).`)]
      : []),
  ];
}

/** 9 → 09:00 */
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** @param texts keys of all texts that server code uses */
export const smsKind = (contact: ContactHours, texts: readonly string[]): KindDefinition<SmsRule> => ({
  name: 'sms',
  metaSchema: Sms(contact, texts),
  single: true,
  required: 'flows/sms.json',
  check: (value: Sms, project) => check(value, texts, project),
});

const standard: Sms = { quietHours: { from: 18, until: 9 }, atOnce: [], mostPerDay: 20 };

/** A release that was published before a property existed gets the standard for it. */
export const smsOf = ({ manifest }: Pick<LoadedRelease, 'manifest'>): Sms => ({ ...standard, ...onlyOf(manifest.other, 'sms') });

declare module '../../../engine/config/kindValues.ts' {
  interface KindValues {
    sms: Sms;
  }
}
