import type { Updateable } from 'kysely';
import { json } from '../../../platform/db/json.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { applyEvent } from '../../../platform/lifeCycles/applyEvent.ts';
import type { AppointmentRecord, AppointmentRow } from './table.ts';

export const lifeCycleId = 'appointment';

export interface AppointmentEvent {
  name: 'booked' | 'started' | 'refused' | 'cancelled' | 'paid' | 'failed';
  set?: Pick<Updateable<AppointmentRow>, 'loan_id' | 'reason'>;
}

/**
 * Applies an event to an appointment (see `applyEvent`). Refuses a second appointment on the same day with `dayTaken`.
 *
 * @returns the appointment afterwards
 */
export const applyAppointmentEvent = (
  tx: Tx,
  deps: Deps,
  { id, state }: AppointmentRecord,
  { name, set = {} }: AppointmentEvent,
  actor: string,
): Promise<AppointmentRecord> =>
  applyEvent(tx, deps, {
    release: deps.releases.active(),
    lifeCycleId,
    table: 'appointments',
    key: { id },
    from: state,
    event: { name, ...set },
    actor,
    set: (_to, now) => ({ ...set, updated_at: now }),
    history: { table: 'appointment_events', columns: { appointment_id: id, detail: json(set), actor } },
    refusals: { appointments_one_a_day: 'dayTaken' },
  });
