import type { Tx } from '../../../platform/db/database.ts';
import type { TextValues } from '../../../platform/texts.ts';
import type { LifeCycleEffect } from '../../../platform/lifeCycles/machines.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { AppointmentRecord } from './table.ts';
import { lastDayOf } from './view.ts';

/** Tells the borrower by SMS, once. Words: `server.sms.appointment.<text>`. */
const tell = (
  name: string,
  said: string | ((tx: Tx, booking: AppointmentRecord) => Promise<string>),
  description: string,
): LifeCycleEffect<AppointmentRecord> => ({
  name,
  description,
  async run({ tx, deps, subject }) {
    const { id, customer_id: customerId, consent_id: consentId, day } = subject;
    const text = typeof said === 'string' ? said : await said(tx, subject);
    const { principal_cents: amountCents } = await tx
      .selectFrom('standing_consents')
      .select('principal_cents')
      .where('id', '=', consentId)
      .executeTakeFirstOrThrow();
    const values: TextValues = { amountCents, day, lastDay: lastDayOf(deps, subject) };
    await notify(tx, deps, customerId, `appointment.${text}`, values, { key: `appointment:${id}:${text}` });
  },
});

/** That it is sent on its day is not promised while another loan is open. */
async function bookedText(tx: Tx, { customer_id: customerId }: AppointmentRecord): Promise<string> {
  const open = await tx.selectFrom('loans').select('id').where('customer_id', '=', customerId).where('open', '=', true).executeTakeFirst();
  return open ? 'bookedOpenLoan' : 'booked';
}

/** What transitions of an appointment may do, by the names in flows/lifecycles/appointment.lifecycle.json. */
export const appointmentEffects: readonly LifeCycleEffect<AppointmentRecord>[] = [
  tell('tellBooked', bookedText, 'Tells the borrower which loan is booked for which day.'),
  tell('tellMissed', 'missed', 'Tells the borrower that the loan of that day was not sent; the app says why.'),
  tell('tellAppointmentCancelled', 'cancelled', 'Tells the borrower that the appointment is cancelled.'),
];
