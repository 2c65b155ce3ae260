import type { TextValues } from '../../../platform/texts.ts';
import type { LifeCycleEffect } from '../../../platform/lifeCycles/machines.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { AppointmentRecord } from './table.ts';

/** Tells the borrower by SMS, once. Words: `server.sms.appointment.<text>`. */
const tell = (name: string, text: string, description: string): LifeCycleEffect<AppointmentRecord> => ({
  name,
  description,
  async run({ tx, deps, subject: { id, customer_id: customerId, consent_id: consentId, day } }) {
    const { principal_cents: amountCents } = await tx
      .selectFrom('standing_consents')
      .select('principal_cents')
      .where('id', '=', consentId)
      .executeTakeFirstOrThrow();
    const values: TextValues = { amountCents, day };
    await notify(tx, deps, customerId, `appointment.${text}`, values, { key: `appointment:${id}:${text}` });
  },
});

/** What transitions of an appointment may do, by the names in flows/lifecycles/appointment.lifecycle.json. */
export const appointmentEffects: readonly LifeCycleEffect<AppointmentRecord>[] = [
  tell('tellBooked', 'booked', 'Tells the borrower which loan is booked for which day.'),
  tell('tellMissed', 'missed', 'Tells the borrower that the loan of that day was not sent; the app says why.'),
  tell('tellAppointmentCancelled', 'cancelled', 'Tells the borrower that the appointment is cancelled.'),
];
