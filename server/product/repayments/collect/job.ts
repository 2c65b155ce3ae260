import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { addSeconds } from '../../../platform/time.ts';
import { collectJob } from '../begin.ts';
import { findRepayment, isOver, isUnfinished } from '../find.ts';
import type { RepaymentRecord } from '../types.ts';
import { askProvider } from './ask.ts';
import { bookFailure, bookRequest, bookSuccess } from './settle.ts';

/** Pauses between questions; the last one goes on. Mostly the provider's own event is sooner. */
const pausesSeconds = [3, 5, 10, 20, 40, 80, 160, 300, 600, 900] as const;
const longestPauseSeconds = 900;

/** The job's data. Without `poll` it asks once. */
interface CollectData extends Partial<Place> {
  repaymentId: string;
}

/** Its place in a chain of questions, and which chain: another one begins when a job of the first was given up. */
interface Place {
  poll: number;
  chain: number;
}

/** Collects a repayment: safe to run at any time, however often, on any node. */
export const collectHandler: JobHandler = {
  kind: collectJob,
  async run(deps, data) {
    const { repaymentId, poll, chain = 0 } = data as unknown as CollectData;
    const before = await findRepayment(deps.db, repaymentId);
    if (!before || isOver(before)) return;
    await look(deps, before);
    const after = await findRepayment(deps.db, before.id);
    // Only the chain of questions goes on; an event that came in between asks once.
    if (poll !== undefined && after && isUnfinished(after)) await askLater(deps, after, { poll, chain });
  },
};

/** Asks the provider, and books what it says. */
async function look(deps: Deps, repayment: RepaymentRecord): Promise<void> {
  const receipt = await askProvider(deps, repayment);
  if (receipt?.state === 'success') return bookSuccess(deps, repayment, receipt);
  if (receipt?.state === 'failed') return bookFailure(deps, repayment, receipt.reason ?? 'other', receipt);
  // Its time is over, and the provider has said that no money came.
  const isExpired = deps.clock.now() >= repayment.expires_at && receipt?.state !== 'unknown';
  if (isExpired) return bookFailure(deps, repayment, 'expired', receipt);
  if (receipt?.state === 'inProgress') await bookRequest(deps, repayment, receipt);
}

async function askLater(deps: Deps, { id, expires_at: expiresAt }: RepaymentRecord, { poll, chain }: Place): Promise<void> {
  const now = deps.clock.now();
  const next = addSeconds(now, pausesSeconds[poll] ?? longestPauseSeconds);
  const runAt = now < expiresAt && expiresAt < next ? expiresAt : next;
  const data = { repaymentId: id, poll: poll + 1, chain };
  const key = `collect:${id}:${chain}:${poll + 1}`;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, collectJob, data, { key, runAt }));
}

/** An event is only a reason to poll the provider, so a forged event moves no money. */
export async function collectionEvent(deps: Deps, { id, reference }: { id: string; reference: string }): Promise<void> {
  const row = await deps.db
    .selectFrom('repayments')
    .select(['id', 'state', 'paid_at'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (!row || isOver(row)) return;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, collectJob, { repaymentId: row.id }, { key: `collect:event:${id}` }));
}
