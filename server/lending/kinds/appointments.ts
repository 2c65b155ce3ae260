import Type, { type Static } from 'typebox';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { days, file, notBelow, noticeDays } from './schemas.ts';

/** flows/lending/appointments.json */
export const Appointments = file('Appointment loans', 'Loans that are booked today and paid out on a later day.', {
  minDaysAhead: days('From (days ahead)', 'First day that can be booked, in days from today.', 1),
  maxDaysAhead: notBelow('minDaysAhead', days('Until (days ahead)', 'Last day that can be booked, in days from today.', 1)),
  maxOpen: Type.Integer({ title: 'At most', description: 'Maximum open appointments of one borrower.', minimum: 1, maximum: 20 }),
  remindDaysBefore: days('Reminder (days before)', 'Days before the payout when the borrower gets a reminder by SMS.', 1, noticeDays),
  waitDays: days(
    'Patience (days)',
    'If a loan is open or withdrawals are paused on the day, the payout is tried until the end of the day and for this many more days.',
    0,
    14,
  ),
});
export type Appointments = Static<typeof Appointments>;

export const appointmentsKind: KindDefinition<LendingRule> = {
  name: 'appointments',
  metaSchema: Appointments,
  single: true,
  required: 'flows/lending/appointments.json',
};
