import type { MissedReason } from '../../../contract/advance.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hasFeature } from '../../../platform/http/feature.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { daysBetween } from '../../../lending/index.ts';
import { dayOf, todayOf } from '../../../platform/time.ts';
import { lockIfThere } from '../../../platform/customer/lock.ts';
import { isTemporary, payOutByConsent, preparePayOut, reasonOf, type PreparedPayOut } from '../consent/payOut.ts';
import { policyOf } from './change.ts';
import { moveRun, runJob } from './runs.ts';
import type { RunRecord } from './table.ts';
import { applyEasyReloanEvent, lockEasyReloan } from './transitions.ts';

const actor = 'easyReloan';

/**
 * Pays out the next loan of a plan, or records why not. Several nodes may run it; the lock lets one act. Does nothing while the feature is
 * off.
 */
export const easyReloanRun: JobHandler = {
  kind: runJob,
  run: async (deps, { runId }: { runId: string }) => {
    const run = await deps.db.selectFrom('easy_reloan_runs').selectAll().where('id', '=', runId).executeTakeFirst();
    if (run?.state !== 'waiting' || !hasFeature(deps.releases.active(), 'easyReloan')) return;
    const reason = await payOut(deps, await preparePayOut(deps, run.customer_id), run);
    if (reason) await endOrWait(deps, run, reason);
  },
};

/** Read under the lock, because another node may have been first or the borrower may have turned the plan off. */
const stillWaiting = (tx: Tx, { id }: RunRecord): Promise<RunRecord | undefined> =>
  tx.selectFrom('easy_reloan_runs').selectAll().where('id', '=', id).where('state', '=', 'waiting').executeTakeFirst();

async function payOut(deps: Deps, prepared: PreparedPayOut, stale: RunRecord): Promise<MissedReason | undefined> {
  try {
    await deps.db.transaction().execute(async (tx) => {
      if (!(await lockIfThere(tx, stale.customer_id))) return;
      const row = await lockEasyReloan(tx, deps, stale.customer_id);
      const run = await stillWaiting(tx, stale);
      if (!run || row.state !== 'on') return;
      const consent = await tx.selectFrom('standing_consents').selectAll().where('id', '=', run.consent_id).executeTakeFirstOrThrow();
      await payOutByConsent(tx, prepared, consent, actor, async ({ id }) => {
        await moveRun(tx, deps, run, { state: 'disbursing', loan_id: id, reason: null });
      });
    });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The borrower has to agree again: an old consent must not send money, and the failure must not count against the borrower. */
const needsConsent = (reason: MissedReason): boolean => reason === 'termsChanged' || reason === 'notOffered';

async function endOrWait(deps: Deps, stale: RunRecord, reason: MissedReason): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockIfThere(tx, stale.customer_id))) return;
    const row = await lockEasyReloan(tx, deps, stale.customer_id);
    const run = await stillWaiting(tx, stale);
    if (!run || row.state !== 'on') return;
    if (needsConsent(reason)) {
      await moveRun(tx, deps, run, { state: 'cancelled', reason });
      await applyEasyReloanEvent(tx, deps, row, { name: 'paused', runId: run.id, set: { reason } }, actor);
    } else if (isWaitedFor(deps, run, reason)) {
      await moveRun(tx, deps, run, { reason });
    } else {
      await moveRun(tx, deps, run, { state: 'failed', reason });
      await applyEasyReloanEvent(tx, deps, row, { name: 'failed', runId: run.id }, actor);
    }
  });
}

/** After a settlement, any open loan is one that the borrower has requested in the meantime. It replaces this one. */
function isWaitedFor(deps: Deps, { cause, due_at: dueAt }: RunRecord, reason: MissedReason): boolean {
  if (!isTemporary(reason) || (reason === 'openLoan' && !cause.startsWith('day:'))) return false;
  return daysBetween(dayOf(deps, dueAt), todayOf(deps)) <= policyOf(deps).scheduled.waitDays;
}
