import { asReasoned } from '../../../engine/config/corrections.ts';
import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import { json } from '../../platform/db/json.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { flowCustomerOf, rulesFor } from '../../platform/flows/flowCustomer.ts';
import { submittedRecord, readRecord, resealed, writeRecord } from '../../platform/flows/record.ts';
import { applyEvent } from '../../platform/lifeCycles/applyEvent.ts';
import { takesEvent } from '../../platform/lifeCycles/machines.ts';
import { fail } from '../../platform/problem.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import type { Outcome } from './outcome.ts';
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

/** Opens the sent-back fields in the submitted answers and locks the rest of the flow until they are filled. */
async function openCorrections(
  tx: Tx,
  deps: Deps,
  release: LoadedRelease,
  { id, customerId, flow }: ApplicationHead,
  requests: readonly CorrectionRequest[],
): Promise<void> {
  const inside = { ...deps, db: tx };
  const customer = await flowCustomerOf(inside, customerId);
  const record = await readRecord(tx, customer.vault, customerId, flow);
  if (!record) return;
  const application = await tx.selectFrom('applications').select(['id', 'snapshot']).where('id', '=', id).executeTakeFirstOrThrow();
  const rules = await rulesFor(deps, customer, release, flow);
  const corrections = requests.map((request) => asReasoned(release.manifest.corrections, request));
  const sent = submittedRecord(rules, { ...record, release: release.hash }, openSnapshot(customer.vault, application));
  const next = { ...resealed(sent, customer.vault, rules.forms), corrections, revision: record.revision + 1 };
  if (!(await writeRecord(tx, next, rules.forms, deps.clock.now()))) fail('conflict');
}
