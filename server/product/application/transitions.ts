import { json } from '../../platform/db/json.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { runEffects, stepOf, takesEvent } from '../../platform/lifeCycles/machines.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { Outcome } from './outcome.ts';

const lifeCycleId = 'application';

export interface ApplicationHead {
  id: string;
  customerId: string;
  flow: string;
  state: string;
}

/** States that leave room for another application. */
const closedStates: ReadonlySet<string> = new Set(['rejected']);
export const isOpen = (state: string): boolean => !closedStates.has(state);

export const initialState = async (release: LoadedRelease): Promise<string> => (await release.lifeCycle(lifeCycleId)).lifeCycle.initial;

/** Whether the life cycle takes an event in a state. */
export const takes = (release: LoadedRelease, state: string, name: string): Promise<boolean> =>
  takesEvent(release, lifeCycleId, state, { name });

/**
 * The one place where an application changes its state: asks the life cycle, writes the row, the event and, after a
 * send-back, the corrections, and runs the effects, all in the caller's transaction. Refuses with `conflict` what the life cycle does not take
 * or what another request changed meanwhile.
 *
 * @returns the state afterwards
 */
export async function applyEvent(
  tx: Tx,
  deps: Deps,
  release: LoadedRelease,
  head: ApplicationHead,
  outcome: Outcome,
  actor: string,
): Promise<string> {
  const event = eventOf(outcome);
  const step = await stepOf(release, lifeCycleId, head.state, event);
  const now = deps.clock.now();
  const updated = await tx
    .updateTable('applications')
    .set({
      state: step.to,
      open: isOpen(step.to),
      reason: outcome.reason ?? null,
      resubmission_day: outcome.resubmissionDay ?? null,
      ...(outcome.limitCents === undefined ? {} : { limit_cents: outcome.limitCents }),
      updated_at: now,
    })
    .where('id', '=', head.id)
    .where('state', '=', head.state)
    .returning('id')
    .executeTakeFirst();
  if (!updated) fail('conflict');
  const detail = { ...outcome.detail, ...(outcome.reason === undefined ? {} : { reason: outcome.reason }) };
  const { id: eventId } = await tx
    .insertInto('application_events')
    .values({
      application_id: head.id,
      event: outcome.event,
      from_state: head.state,
      to_state: step.to,
      detail: json(detail),
      actor,
      at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (outcome.corrections) await openCorrections(tx, head, outcome.corrections, now);
  await runEffects(lifeCycleId, step.effects, { tx, deps, subject: { ...head, state: step.to, eventId }, event, actor });
  return step.to;
}

/** What conditions and effects read as `event`. */
const eventOf = ({ event, limitCents, reason, resubmissionDay, detail }: Outcome) => ({
  ...detail,
  name: event,
  ...(limitCents === undefined ? {} : { limitCents }),
  ...(reason === undefined ? {} : { reason }),
  ...(resubmissionDay === undefined ? {} : { resubmissionDay }),
});

/** Opens the fields to fill anew; all else of the flow is locked until they are. */
async function openCorrections(
  tx: Tx,
  { customerId, flow }: ApplicationHead,
  corrections: Outcome['corrections'],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('flow_states')
    .set(({ eb }) => ({ corrections: json(corrections), revision: eb('revision', '+', 1), updated_at: now }))
    .where('customer_id', '=', customerId)
    .where('flow', '=', flow)
    .execute();
}
