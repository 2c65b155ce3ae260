import type { Selectable } from 'kysely';
import type { TransitionRow } from '../../../platform/lifeCycles/table.ts';

/** A loan that is booked for a day. */
export interface AppointmentRow {
  id: string;
  customer_id: string;
  consent_id: string;
  /** Day on which the money is sent. */
  day: string;
  /** State of flows/lifecycles/appointment.lifecycle.json. Only transitions.ts changes it. */
  state: string;
  loan_id: string | null;
  /** Why the booking was missed, or what it waits for on its day. */
  reason: string | null;
  created_at: Date;
  updated_at: Date;
}
export type AppointmentRecord = Selectable<AppointmentRow>;

declare module '../../../platform/db/database.ts' {
  interface Database {
    appointments: AppointmentRow;
    appointment_events: TransitionRow & { appointment_id: string };
  }
}
