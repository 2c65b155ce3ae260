import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { TextKey } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { file } from './schemas.ts';

const Reminder = object(
  {
    daysFromDue: Type.Integer({
      title: 'Days from the due date',
      description: '-3: three days before. 0: on the day. 2: two days after, if the loan is unpaid.',
      minimum: -365,
      maximum: 365,
    }),
    text: TextKey('server.sms.reminder', ['amountCents', 'dueCents', 'day'], {
      title: 'Text',
      description:
        'Key under sms.reminder in locales/<language>/server.json. {{amountCents, money}} is the amount that settles the loan that day, {{day, date}} the due date and {{dueCents, money}} the amount due then.',
    }),
  },
  { title: 'Reminder' },
);

/** flows/lending/reminders.json */
export const Reminders = file('Reminders', 'SMS reminders around a due date, in the borrower’s language.', {
  reminders: Type.Array(Reminder, { title: 'Reminders', description: 'Each reminder is sent once per due date.' }),
});
export type Reminders = Static<typeof Reminders>;

function check({ reminders }: Reminders): KindFinding<LendingRule>[] {
  const offsets = reminders.map(({ daysFromDue }) => daysFromDue);
  return offsets.flatMap((offset, index): KindFinding<LendingRule>[] =>
    offsets.indexOf(offset) === index
      ? []
      : [{ code: 'duplicate-reminder', pointer: `/reminders/${index}/daysFromDue`, message: 'Only one reminder per day is allowed.' }],
  );
}

export const remindersKind: KindDefinition<LendingRule> = {
  name: 'reminders',
  metaSchema: Reminders,
  single: true,
  required: 'flows/lending/reminders.json',
  check,
};
