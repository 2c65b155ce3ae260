import Type, { type Static } from 'typebox';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { closed, days, file, notBelow } from './schemas.ts';

/** Every month has a day of this number. */
const lastCommonDay = 28;
const dayOfMonth = (title: string) =>
  Type.Integer({ title, description: '1 to 28, which every month has.', minimum: 1, maximum: lastCommonDay });

/** flows/lending/easyReloan.json */
export const EasyReloan = file(
  'Easy Re-loan',
  'Loans that follow one another without being asked for each time. What it gives: rewards.json.',
  {
    scheduled: Type.Object(
      {
        offered: Type.Boolean({ title: 'Offered', description: 'Who chose it before keeps it.' }),
        firstDay: dayOfMonth('First day of the month'),
        lastDay: notBelow('firstDay', dayOfMonth('Last day of the month')),
        tellDaysBefore: days('Told (days before)', 'The borrower is told by SMS so many days before the money is sent.', 1),
        waitDays: days(
          'Patience (days)',
          'On the day, an open loan or a pause of withdrawals is waited for: until the end of the day, and for so many days more.',
        ),
      },
      { ...closed, title: 'Scheduled', description: 'On a chosen day of the month.' },
    ),
    automatic: Type.Object(
      {
        offered: Type.Boolean({ title: 'Offered', description: 'Who chose it before keeps it.' }),
        afterMinutes: Type.Integer({
          title: 'After (minutes)',
          description: 'So long after a loan is settled the next one is sent; the borrower is told at once, and can still turn it off.',
          minimum: 0,
          maximum: 7 * 24 * 60,
        }),
      },
      { ...closed, title: 'Automatic', description: 'As soon as a loan is settled.' },
    ),
  },
);
export type EasyReloan = Static<typeof EasyReloan>;

function check(value: unknown): KindFinding<LendingRule>[] {
  const { scheduled, automatic } = value as EasyReloan;
  if (scheduled.offered || automatic.offered) return [];
  const fix = 'To offer no Easy Re-loan at all, set features.easyReloan to false in flows/settings.json.';
  return [{ code: 'no-mode', pointer: '/automatic/offered', message: 'Neither way is offered.', fix }];
}

export const easyReloanKind: KindDefinition<LendingRule> = { name: 'easyReloan', metaSchema: EasyReloan, single: true, check };
