import type { Updateable } from 'kysely';
import { json } from '../../../platform/db/json.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fail } from '../../../platform/problem.ts';
import { runEffects, stepOf } from '../../../platform/lifeCycles/machines.ts';
import type { AppointmentRecord, AppointmentRow } from './table.ts';

const lifeCycleId = 'appointment';

export interface AppointmentEvent {
  name: 'booked' | 'started' | 'refused' | 'cancelled' | 'paid' | 'failed';
  set?: Pick<Updateable<AppointmentRow>, 'loan_id' | 'reason'>;
}

export const initialState = async ({ releases }: Deps): Promise<string> =>
  (await releases.active().lifeCycle(lifeCycleId)).lifeCycle.initial;

/**
 * The one place where an appointment changes its state: asks the life cycle, writes the row and the event, and runs the effects, in
 * the caller's transaction. Refuses with `conflict` what the life cycle does not take or what changed meanwhile, and with `dayTaken`
 * a second one of a day.
 *
 * @returns the appointment afterwards
 */
export async function applyAppointmentEvent(
  tx: Tx,
  deps: Deps,
  appointment: AppointmentRecord,
  { name, set = {} }: AppointmentEvent,
  actor: string,
): Promise<AppointmentRecord> {
  const { to, effects } = await stepOf(deps.releases.active(), lifeCycleId, appointment.state, { name });
  const now = deps.clock.now();
  const updated = await tx
    .updateTable('appointments')
    .set({ ...set, state: to, updated_at: now })
    .where('id', '=', appointment.id)
    .where('state', '=', appointment.state)
    .returningAll()
    .executeTakeFirst()
    .catch(refuseSecondOfDay);
  if (!updated) return fail('conflict');
  await tx
    .insertInto('appointment_events')
    .values({
      appointment_id: appointment.id,
      event: name,
      from_state: appointment.state,
      to_state: to,
      detail: json(set),
      actor,
      at: now,
    })
    .execute();
  await runEffects(lifeCycleId, effects, { tx, deps, subject: updated, event: { name, ...set }, actor });
  return updated;
}

function refuseSecondOfDay(error: unknown): never {
  if ((error as { constraint?: unknown }).constraint === 'appointments_one_a_day') fail('dayTaken');
  throw error;
}
