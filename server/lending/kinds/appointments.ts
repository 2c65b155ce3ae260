import Type, { type Static } from 'typebox';
import type { KindDefinition } from '../../../engine/config/definitions.ts';
import type { LendingRule } from './rules.ts';
import { days, file, notBelow } from './schemas.ts';

/** flows/lending/appointments.json */
export const Appointments = file('Appointment loans', 'Loans that are booked today and paid out on a later day.', {
  minDaysAhead: days('From (days ahead)', 'The first day that can be booked, counted from today.', 1),
  maxDaysAhead: notBelow('minDaysAhead', days('Until (days ahead)', 'The last day that can be booked, counted from today.', 1)),
  maxOpen: Type.Integer({ title: 'At most', description: 'Appointments of one borrower that are still to come.', minimum: 1, maximum: 20 }),
  remindDaysBefore: days('Reminder (days before)', 'The borrower is told by SMS so many days before the money is sent.', 1),
  waitDays: days(
    'Patience (days)',
    'On the day, an open loan or a pause of withdrawals is waited for: until the end of the day, and for so many days more.',
  ),
});
export type Appointments = Static<typeof Appointments>;

export const appointmentsKind: KindDefinition<LendingRule> = { name: 'appointments', metaSchema: Appointments, single: true };
