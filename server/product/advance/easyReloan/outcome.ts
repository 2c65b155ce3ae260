import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hasFeature } from '../../../platform/http/feature.ts';
import { addSeconds } from '../../../platform/time.ts';
import { lendingOf } from '../../lendingConfig.ts';
import { lastLoanEarned } from '../../loans/earned.ts';
import type { LoanRecord } from '../../loans/types.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import { mayTurnOff, vouchersOf } from './rewards.ts';
import { cancelWaitingRuns, moveRun, scheduleRun, runJob } from './runs.ts';
import type { RunRecord } from './table.ts';
import { applyEasyReloanEvent, lockEasyReloan } from './transitions.ts';
import { turnOffUntil } from './turnOffUntil.ts';

const actor = 'easyReloan';

const runOf = (tx: Tx, loanId: string, state: RunRecord['state']): Promise<RunRecord | undefined> =>
  tx.selectFrom('easy_reloan_runs').selectAll().where('loan_id', '=', loanId).where('state', '=', state).executeTakeFirst();

/** Ends the run of a loan with the outcome of its payout and applies the rewards. Does nothing for a loan without a run. */
export async function endRun(
  tx: Tx,
  deps: Deps,
  loanId: string,
  outcome: 'paid' | 'accountProblem' | 'identityProblem' | 'payoutFailed',
): Promise<void> {
  const run = await runOf(tx, loanId, 'disbursing');
  if (!run) return;
  const row = await lockEasyReloan(tx, deps, run.customer_id);
  await moveRun(tx, deps, run, outcome === 'paid' ? { state: 'succeeded' } : { state: 'failed', reason: outcome });
  // Easy Re-loan was turned off in the meantime. The loan is still paid out, because the borrower agreed to it, but it earns nothing.
  if (row.state !== 'on') return;
  if (outcome !== 'paid') return applyEasyReloanEvent(tx, deps, row, { name: 'failed', runId: run.id }, actor);
  const earnsNothing = !(await lastLoanEarned(tx, deps, run.customer_id));
  await applyEasyReloanEvent(tx, deps, row, { name: 'succeeded', runId: run.id, earnsNothing }, actor);
}

/** Reverts the run of a cancelled loan: its success no longer counts, and the next loan, which was waiting for it, is dropped. */
export async function undoRun(
  tx: Tx,
  deps: Deps,
  { id: loanId, customer_id: customerId }: Pick<LoanRecord, 'id' | 'customer_id'>,
): Promise<void> {
  await cancelWaitingRuns(tx, deps, customerId, 'cancelled');
  const run = await runOf(tx, loanId, 'succeeded');
  if (!run) return;
  const row = await lockEasyReloan(tx, deps, run.customer_id);
  await moveRun(tx, deps, run, { state: 'cancelled', reason: 'cancelled' });
  await applyEasyReloanEvent(tx, deps, row, { name: 'undone', runId: run.id }, actor);
}

/** Schedules the next loan after a settlement if the borrower agreed to that, and notifies them before it is sent (L17). */
export async function beginAfterSettlement(tx: Tx, deps: Deps, loan: Pick<LoanRecord, 'id' | 'customer_id'>): Promise<void> {
  const release = deps.releases.active();
  const policy = lendingOf(release).easyReloan;
  if (!policy || !hasFeature(release, 'easyReloan')) return;
  const agreed = await tx
    .selectFrom('easy_reloans')
    .innerJoin('standing_consents', 'standing_consents.id', 'easy_reloans.consent_id')
    .select(['standing_consents.id', 'principal_cents'])
    .where('easy_reloans.customer_id', '=', loan.customer_id)
    .where('easy_reloans.state', '=', 'on')
    .where('mode', '=', 'automatic')
    .executeTakeFirst();
  if (!agreed) return;
  const { afterMinutes } = policy.automatic;
  const dueAt = addSeconds(deps.clock.now(), afterMinutes * 60);
  const cause = `settled:${loan.id}`;
  const runId = await scheduleRun(tx, deps, { customerId: loan.customer_id, consentId: agreed.id, cause, dueAt });
  if (runId === undefined) return;
  await deps.jobs.enqueue(tx, runJob, { runId }, { key: `easyReloan:${runId}:0`, runAt: dueAt });
  const until = turnOffUntil(deps, dueAt);
  const isFree = until !== undefined && mayTurnOff(await vouchersOf(tx, loan.customer_id));
  const values = { amountCents: agreed.principal_cents, at: dueAt.toISOString() };
  const options = { key: `easyReloan:${runId}:next`, ...(isFree && { notAfter: until }) };
  await notify(tx, deps, loan.customer_id, `easyReloan.${isFree ? 'next' : 'nextFixed'}`, values, options);
}
