import Type, { type Static } from 'typebox';
import { SchemaRef } from '../../../engine/config/annotations.ts';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import type { LoadedRelease } from '../release/types.ts';

/** Codes never wait, so nobody has to say so. */
const codes = new Set(['loginCode', 'freshCode']);
const waiting = (texts: readonly string[]): string[] =>
  texts.flatMap((key) => (key.startsWith('sms.') ? key.slice('sms.'.length) : [])).filter((name) => !codes.has(name));

/** Hours of the day in which a customer may be contacted: JSON can narrow them, not widen them. */
export interface ContactHours {
  from: number;
  until: number;
}

/** flows/sms.json */
const Sms = (contact: ContactHours, texts: readonly string[]) =>
  Type.Object(
    {
      $schema: SchemaRef,
      $comment: Type.Optional(Type.String()),
      quietHours: Type.Object(
        {
          from: Type.Integer({
            title: 'From (hour)',
            description: 'In the time zone of the settings, in the evening.',
            minimum: 12,
            maximum: contact.until,
          }),
          until: Type.Integer({
            title: 'Until (hour)',
            description: 'In the same time zone, the next morning.',
            minimum: contact.from,
            maximum: 12,
          }),
        },
        { title: 'Quiet hours', description: 'An SMS that can wait is not sent in these hours.', additionalProperties: false },
      ),
      atOnce: Type.Array(Type.Enum(waiting(texts)), {
        title: 'At once',
        description:
          'Texts under sms in locales/<language>/server.json that do not wait for the morning: they answer what the customer has just done, or protect them.',
        uniqueItems: true,
      }),
    },
    {
      title: 'SMS',
      description: 'When an SMS may be sent. Reminders always respect the quiet hours, codes never wait.',
      additionalProperties: false,
    },
  );
export type Sms = Static<ReturnType<typeof Sms>>;

/** @param texts keys of all texts that the server says by itself */
export const smsKind = (contact: ContactHours, texts: readonly string[]): KindDefinition => ({
  name: 'sms',
  metaSchema: Sms(contact, texts),
  single: true,
});

const standard: Sms = { quietHours: { from: 18, until: 9 }, atOnce: [] };

export const smsOf = ({ manifest }: Pick<LoadedRelease, 'manifest'>): Sms =>
  (Object.values(manifest.other['sms'] ?? {})[0] as Sms | undefined) ?? standard;
