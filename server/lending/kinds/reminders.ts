import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import { TextKey } from '../../../engine/config/annotations.ts';
import type { KindDefinition, KindFinding, ProjectView } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { shortestTerm } from './orders.ts';
import { productsOf } from './products.ts';
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

function twice({ reminders }: Reminders): KindFinding<LendingRule>[] {
  const offsets = reminders.map(({ daysFromDue }) => daysFromDue);
  return offsets.flatMap((offset, index): KindFinding<LendingRule>[] =>
    offsets.indexOf(offset) === index
      ? []
      : [{ code: 'duplicate-reminder', pointer: `/reminders/${index}/daysFromDue`, message: 'Only one reminder per day is allowed.' }],
  );
}

function order({ reminders }: Reminders): KindFinding<LendingRule>[] {
  return reminders.flatMap(({ daysFromDue }, index): KindFinding<LendingRule>[] => {
    const before = reminders[index - 1];
    if (!before || before.daysFromDue <= daysFromDue) return [];
    const message = `Day ${daysFromDue} stands after day ${before.daysFromDue}.`;
    return [{ code: 'reminder-order', pointer: `/reminders/${index}/daysFromDue`, message, fix: 'Put them in order, or check the minus.' }];
  });
}

function tooEarly({ reminders }: Reminders, project: ProjectView): KindFinding<LendingRule>[] {
  const shortest = shortestTerm(productsOf(project));
  return reminders.flatMap(({ daysFromDue }, index): KindFinding<LendingRule>[] => {
    if (shortest === undefined || -daysFromDue < shortest) return [];
    const message = `${-daysFromDue} days before its due date, a loan of ${shortest} days has not been paid out yet.`;
    return [{ code: 'reminder-before-loan', pointer: `/reminders/${index}/daysFromDue`, message }];
  });
}

/** A text may be used only before the due date, on it or after it, because its wording depends on which. */
function texts({ reminders }: Reminders): KindFinding<LendingRule>[] {
  return reminders.flatMap(({ daysFromDue, text }, index): KindFinding<LendingRule>[] => {
    const other = reminders.slice(0, index).find((each) => each.text === text && Math.sign(each.daysFromDue) !== Math.sign(daysFromDue));
    if (!other) return [];
    const message = `"${text}" is sent on day ${other.daysFromDue} and on day ${daysFromDue} from the due date.`;
    return [{ code: 'reminder-text', pointer: `/reminders/${index}/text`, message }];
  });
}

const check = (given: Reminders, project: ProjectView): KindFinding<LendingRule>[] => {
  const repeated = twice(given);
  return [...repeated, ...(repeated.length > 0 ? [] : order(given)), ...tooEarly(given, project), ...texts(given)];
};

export const remindersKind: KindDefinition<LendingRule> = {
  name: 'reminders',
  metaSchema: Reminders,
  single: true,
  required: 'flows/lending/reminders.json',
  check,
};
