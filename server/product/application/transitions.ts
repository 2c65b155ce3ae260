import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import { json } from '../../platform/db/json.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { flowCustomerOf } from '../../platform/flows/flowCustomer.ts';
import { sendBack } from '../../platform/flows/sendBack.ts';
import { applyEvent } from '../../platform/lifeCycles/applyEvent.ts';
import { takesEvent } from '../../platform/lifeCycles/machines.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { Outcome } from './outcome.ts';
import { followReview } from './review.ts';
import { openSnapshot } from './snapshot.ts';

export const lifeCycleId = 'application';

export interface ApplicationHead {
  id: string;
  customerId: string;
  flow: string;
  state: string;
}

export const acceptsEvent = (release: LoadedRelease, state: string, name: string): Promise<boolean> =>
  takesEvent(release, lifeCycleId, state, { name });

/**
 * Applies an event to an application (see `applyEvent`) and opens the fields that were sent back.
 *
 * @returns the state afterwards
 */
export async function applyApplicationEvent(
  tx: Tx,
  deps: Deps,
  release: LoadedRelease,
  head: ApplicationHead,
  outcome: Outcome,
  actor: string,
): Promise<string> {
  const { reason, resubmissionDay, limitCents, corrections } = outcome;
  const detail = { ...outcome.detail, ...(reason === undefined ? {} : { reason }) };
  if (corrections) await openCorrections(tx, deps, release, head, corrections);
  const { state } = await applyEvent(tx, deps, {
    release,
    lifeCycleId,
    table: 'applications',
    key: { id: head.id },
    from: head.state,
    event: eventOf(outcome),
    actor,
    set: ({ open }, now) => ({
      open,
      reason: reason ?? null,
      resubmission_day: resubmissionDay ?? null,
      ...(limitCents === undefined ? {} : { limit_cents: limitCents }),
      updated_at: now,
    }),
    history: { table: 'application_events', columns: { application_id: head.id, detail: json(detail), actor } },
  });
  await followReview(tx, deps, head, state);
  return state;
}

/** The `event` of conditions and effects. */
const eventOf = ({ event, limitCents, reason, resubmissionDay, detail }: Outcome) => ({
  ...detail,
  name: event,
  ...(limitCents === undefined ? {} : { limitCents }),
  ...(reason === undefined ? {} : { reason }),
  ...(resubmissionDay === undefined ? {} : { resubmissionDay }),
});

/** Opens the sent-back fields in the submitted answers. */
async function openCorrections(
  tx: Tx,
  deps: Deps,
  release: LoadedRelease,
  { id, customerId, flow }: ApplicationHead,
  requests: readonly CorrectionRequest[],
): Promise<void> {
  const { vault } = await flowCustomerOf({ ...deps, db: tx }, customerId);
  const application = await tx.selectFrom('applications').select(['id', 'snapshot']).where('id', '=', id).executeTakeFirstOrThrow();
  await sendBack(tx, deps, { release, customerId, flow, submitted: openSnapshot(vault, application), requests });
}
