import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { JobHandler } from '../../../jobs/types.ts';
import { addSeconds, secondsBetween } from '../../../time.ts';
import { payoutJob } from '../effects/payout.ts';
import { askProvider } from './ask.ts';
import { isFinal, moveOn, readDisbursement, type Disbursement } from './disbursement.ts';
import { settlePayout } from './settle.ts';

/** Pauses between questions; the last one goes on. Mostly the provider's own event is sooner. */
const pausesSeconds = [3, 5, 10, 20, 40, 80, 160, 300, 600, 900] as const;
/** The borrower was promised the money within this time (C01). */
const promisedHours = 24;

/** `poll` counts the questions of the chain that goes on until the end is known; absent for a single one. */
type PayoutJob = { disbursementId: string; poll?: number };

/** Pays a loan out, attempt by attempt: safe to run at any time, however often, on any node. */
export const payoutHandler: JobHandler = {
  kind: payoutJob,
  async run(deps, data) {
    const { disbursementId, poll } = data as PayoutJob;
    const disbursement = await readDisbursement(deps.db, disbursementId);
    if (!disbursement || isFinal(disbursement)) return;
    const receipt = await askProvider(deps, disbursement);
    if (receipt.state === 'paid' || receipt.state === 'failed') return settlePayout(deps, disbursement, receipt);
    if (receipt.state === 'accepted') {
      const reference = receipt.providerReference ?? disbursement.provider_reference;
      await moveOn(deps.db, disbursement.id, deps.clock.now(), { state: 'sent', provider_reference: reference });
    }
    // Only the chain of questions goes on; an event that came in between asks once.
    if (poll !== undefined) await askLater(deps, disbursement, poll);
  },
};

async function askLater(deps: Deps, { id, created_at: since }: Disbursement, poll: number): Promise<void> {
  const now = deps.clock.now();
  const waitedSeconds = secondsBetween(since, now);
  if (waitedSeconds > promisedHours * 3600) deps.log.error({ alarm: 'payoutLate', disbursement: id, waitedSeconds }, 'a payout is late');
  const runAt = addSeconds(now, pausesSeconds[poll] ?? pausesSeconds.at(-1) ?? 900);
  await deps.db.transaction().execute((tx) => enqueueAsk(tx, deps, id, poll + 1, runAt));
}

const enqueueAsk = (tx: Tx, deps: Deps, disbursementId: string, poll: number, runAt: Date): Promise<boolean> =>
  deps.jobs.enqueue(tx, payoutJob, { disbursementId, poll }, { key: `payout:${disbursementId}:${poll}`, runAt });

/** What the provider says about a reference is a reason to ask, never an answer: whoever forges an event moves nothing. */
export async function payoutEvent(deps: Deps, { id, reference }: { id: string; reference: string }): Promise<void> {
  const row = await deps.db.selectFrom('disbursements').select(['id', 'state']).where('reference', '=', reference).executeTakeFirst();
  if (!row || isFinal(row)) return;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, payoutJob, { disbursementId: row.id }, { key: `payout:event:${id}` }));
}
