import type { Generated, JSONColumnType, Selectable } from 'kysely';

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

/** Every transition. Insert-only. */
export interface AppointmentEventRow {
  id: Generated<number>;
  appointment_id: string;
  event: string;
  from_state: string;
  to_state: string;
  detail: JSONColumnType<Record<string, unknown>>;
  actor: string;
  at: Date;
}

declare module '../../../platform/db/database.ts' {
  interface Database {
    appointments: AppointmentRow;
    appointment_events: AppointmentEventRow;
  }
}
