import type { CorrectionRequest } from '../../../engine/flow/types.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { fail } from '../../platform/problem.ts';
import { todayOf } from '../../platform/time.ts';
import { refuseClaimedWork } from '../../platform/work/items.ts';
import type { LoadedRelease } from '../../platform/release/types.ts';
import { lockIfThere } from '../../platform/customer/lock.ts';
import { lendingOf } from '../lendingConfig.ts';
import { addDays } from '../../../engine/config/days.ts';
import { named } from './named.ts';
import { idPhotoUnclear, type Outcome } from './outcome.ts';
import { applyApplicationEvent, type ApplicationHead } from './transitions.ts';

export type StaffDecision =
  | { decision: 'accepted'; limitCents: number }
  | { decision: 'rejected'; reason: string; retryAfterDays: number }
  | { decision: 'sendBack'; corrections?: CorrectionRequest[] };

/**
 * Applies a decision of staff to an application. Refuses with `notFound` when the account is deleted, with `badRequest` when the limit
 * exceeds flows/lending/limits.json, with `claimed` while somebody else works on it, and a send-back with `openLoan` while a loan is open.
 */
export async function decideByStaff(deps: Deps, applicationId: string, decision: StaffDecision, actor: string): Promise<{ state: string }> {
  const prepared = await prepareDecision(deps, applicationId, decision);
  return deps.db.transaction().execute((tx) => applyDecision(tx, deps, prepared, actor));
}

export interface PreparedDecision {
  head: ApplicationHead;
  release: LoadedRelease;
  outcome: Outcome;
}

/** Prepares a decision for the application in its current state. Reads the release, so run it before any transaction. */
export async function prepareDecision(deps: Deps, applicationId: string, decision: StaffDecision): Promise<PreparedDecision> {
  const row = await deps.db
    .selectFrom('applications')
    .select(['id', 'customer_id', 'flow', 'release', 'state'])
    .where('id', '=', applicationId)
    .executeTakeFirst();
  if (!row) fail('notFound');
  const release = (await deps.releases.get(row.release)) ?? deps.releases.active();
  const head = { id: row.id, customerId: row.customer_id, flow: row.flow, state: row.state };
  if (decision.decision === 'accepted') assertWithinMaximum(deps, decision.limitCents);
  return { head, release, outcome: outcomeOf(decision, todayOf(deps)) };
}

/** Refuses with `conflict` if the application has changed since it was prepared. */
export async function applyDecision(
  tx: Tx,
  deps: Deps,
  { head, release, outcome }: PreparedDecision,
  actor: string,
  checker?: string,
): Promise<{ state: string }> {
  // A withdrawal takes the same lock: either its loan is visible here, or it sees the send-back.
  if (!(await lockIfThere(tx, head.customerId))) fail('notFound');
  await refuseClaimedWork(tx, deps, head.id, actor, checker);
  if (outcome.corrections) await refuseOpenLoan(tx, head.customerId);
  return { state: await applyApplicationEvent(tx, deps, release, head, outcome, actor) };
}

function assertWithinMaximum(deps: Deps, limitCents: number): void {
  const { maximumCents } = lendingOf(deps.releases.active()).limits;
  if (limitCents > maximumCents)
    fail('badRequest', { problems: [{ code: 'maximum', path: '/limitCents', params: { limit: maximumCents } }] });
}

/** An open loan depends on these answers. If they are wrong, the payout itself fails and asks for them (L12). */
async function refuseOpenLoan(tx: Tx, customerId: string): Promise<void> {
  const open = tx.selectFrom('loans').select('id').where('customer_id', '=', customerId).where('open', '=', true);
  if (await open.executeTakeFirst()) fail('openLoan');
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
  return { ...unclear, event: problemOf(corrections), ...(corrections[0] ? { reason: corrections[0].reason } : {}), corrections };
}

const [accountForm] = named.account.split('.');

/** The problem named in the SMS: the account if only the account was sent back, otherwise the identity. */
const problemOf = (corrections: readonly CorrectionRequest[]): string =>
  corrections.length > 0 && corrections.every(({ form }) => form === accountForm) ? 'bankProblem' : 'identityProblem';
