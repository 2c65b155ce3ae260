import type { Tx } from '../../../platform/db/database.ts';
import type { TextValues } from '../../../platform/texts.ts';
import type { LifeCycleEffect } from '../../../platform/lifeCycles/machines.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { AppointmentRecord } from './table.ts';
import { lastDayOf } from './view.ts';

/** Sends an SMS to the borrower, once. Text: `server.sms.appointment.<text>`. */
const smsEffect = (
  name: string,
  events: readonly string[],
  textOf: string | ((tx: Tx, booking: AppointmentRecord) => Promise<string>),
  description: string,
): LifeCycleEffect<AppointmentRecord> => ({
  name,
  description,
  events,
  async run({ tx, deps, subject }) {
    const { id, customer_id: customerId, consent_id: consentId, day } = subject;
    const text = typeof textOf === 'string' ? textOf : await textOf(tx, subject);
    const { principal_cents: amountCents } = await tx
      .selectFrom('standing_consents')
      .select('principal_cents')
      .where('id', '=', consentId)
      .executeTakeFirstOrThrow();
    const values: TextValues = { amountCents, day, lastDay: lastDayOf(deps, subject) };
    await notify(tx, deps, customerId, `appointment.${text}`, values, { key: `appointment:${id}:${text}` });
  },
});

/** While another loan is open, the SMS does not promise a payout on the day. */
async function bookedText(tx: Tx, { customer_id: customerId }: AppointmentRecord): Promise<string> {
  const open = await tx.selectFrom('loans').select('id').where('customer_id', '=', customerId).where('open', '=', true).executeTakeFirst();
  return open ? 'bookedOpenLoan' : 'booked';
}

/** Effects of an appointment's transitions, by their names in flows/lifecycles/appointment.lifecycle.json. */
export const appointmentEffects: readonly LifeCycleEffect<AppointmentRecord>[] = [
  smsEffect('tellBooked', ['booked'], bookedText, 'Notifies the borrower of the booked loan and its day.'),
  smsEffect(
    'tellMissed',
    ['refused', 'failed'],
    'missed',
    'Notifies the borrower that the loan of that day was not sent. The app shows the reason.',
  ),
  smsEffect('tellAppointmentCancelled', ['cancelled'], 'cancelled', 'Notifies the borrower that the appointment is cancelled.'),
];
