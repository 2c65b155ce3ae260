import Type, { type Static } from 'typebox';
import { object } from '../../../engine/config/object.ts';
import type { KindDefinition, KindFinding } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { days, file, notBelow, noticeDays } from './schemas.ts';

/** Every month has a day with this number. */
const lastDayOfEveryMonth = 28;
const dayOfMonth = (title: string) =>
  Type.Integer({ title, description: '1 to 28, which every month has.', minimum: 1, maximum: lastDayOfEveryMonth });

/** flows/lending/easyReloan.json */
export const EasyReloan = file('Easy Re-loan', 'Loans that follow one another automatically. Their rewards are in rewards.json.', {
  scheduled: object(
    {
      offered: Type.Boolean({ title: 'Offered', description: 'Borrowers who already chose this mode keep it.' }),
      firstDay: dayOfMonth('First day of the month'),
      lastDay: notBelow('firstDay', dayOfMonth('Last day of the month')),
      tellDaysBefore: days('Notice (days before)', 'Days before the payout when the borrower gets a notice by SMS.', 1, noticeDays),
      waitDays: days(
        'Patience (days)',
        'If a loan is open or withdrawals are paused on the day, the payout is tried until the end of the day and for this many more days. The next loan of the plan follows within a month.',
        0,
        lastDayOfEveryMonth - 1,
      ),
    },
    { title: 'Scheduled', description: 'Pays out on a chosen day of the month.' },
  ),
  automatic: object(
    {
      offered: Type.Boolean({ title: 'Offered', description: 'Borrowers who already chose this mode keep it.' }),
      afterMinutes: Type.Integer({
        title: 'After (minutes)',
        description:
          'Time between the settlement of a loan and the next payout. The borrower gets a notice immediately and can still turn it off.',
        minimum: 0,
        maximum: 4 * 60,
      }),
    },
    { title: 'Automatic', description: 'Pays out after a loan is settled.' },
  ),
});
export type EasyReloan = Static<typeof EasyReloan>;

function check({ scheduled, automatic }: EasyReloan): KindFinding<LendingRule>[] {
  if (scheduled.offered || automatic.offered) return [];
  const fix = 'To offer no Easy Re-loan at all, set features.easyReloan to false in flows/settings.json.';
  return [{ code: 'no-mode', pointer: '/automatic/offered', message: 'Neither mode is offered.', fix }];
}

export const easyReloanKind: KindDefinition<LendingRule> = {
  name: 'easyReloan',
  metaSchema: EasyReloan,
  single: true,
  required: 'flows/lending/easyReloan.json',
  check,
};
