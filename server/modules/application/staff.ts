import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { manilaDay } from '../../time.ts';
import { addDays } from './days.ts';
import { idPhotoUnclear, type Outcome } from './outcome.ts';
import { applyEvent } from './transitions.ts';

/** What a person at the desk decides. */
export type StaffDecision =
  | { decision: 'accepted'; limitCents: number }
  | { decision: 'rejected'; reason: string; retryAfterDays: number }
  | { decision: 'sendBack'; corrections?: CorrectionRequest[] };

/** Applies a decision of staff to an application, as the life cycle allows. */
export async function decideByStaff(deps: Deps, applicationId: string, decision: StaffDecision, actor: string): Promise<{ state: string }> {
  const row = await deps.db
    .selectFrom('applications')
    .select(['id', 'customer_id', 'flow', 'release', 'state'])
    .where('id', '=', applicationId)
    .executeTakeFirst();
  if (!row) fail('notFound');
  const release = (await deps.releases.get(row.release)) ?? deps.releases.active();
  const head = { id: row.id, customerId: row.customer_id, flow: row.flow, state: row.state };
  const outcome = outcomeOf(decision, manilaDay(deps.clock.now()));
  const state = await deps.db.transaction().execute((tx) => applyEvent(tx, deps, release, head, outcome, actor));
  return { state };
}

function outcomeOf(decision: StaffDecision, today: string): Outcome {
  if (decision.decision === 'accepted') return { event: 'accepted', limitCents: decision.limitCents, detail: {} };
  if (decision.decision === 'rejected')
    return {
      event: 'rejected',
      reason: decision.reason,
      resubmissionDay: addDays(today, decision.retryAfterDays),
      detail: {},
    };
  const unclear = idPhotoUnclear({});
  const corrections = decision.corrections ?? unclear.corrections ?? [];
  return { ...unclear, ...(corrections[0] ? { reason: corrections[0].reason } : {}), corrections };
}
