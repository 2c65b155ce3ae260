import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { addSeconds } from '../../../platform/time.ts';
import { payoutJob } from '../effects/payout.ts';
import { askProvider } from './ask.ts';
import { isFinal, moveOn, readDisbursement, type Disbursement } from './disbursement.ts';
import { settlePayout } from './settle.ts';

/** Pauses between questions; the last one goes on. Mostly the provider's own event is sooner. */
const pausesSeconds = [3, 5, 10, 20, 40, 80, 160, 300, 600, 900] as const;

/**
 * `poll` counts the questions; they go on until the end is known. `chain` tells questions that a sweep began anew from those before,
 * whose keys are taken.
 */
type PayoutJob = { disbursementId: string; poll: number; chain?: number };

/** Its place in a chain of questions. */
type Place = { poll: number; chain: number | undefined };

/** Pays a loan out, attempt by attempt: safe to run at any time, however often, on any node. */
export const payoutHandler: JobHandler = {
  kind: payoutJob,
  async run(deps, data) {
    const { disbursementId, poll, chain } = data as PayoutJob;
    const disbursement = await readDisbursement(deps.db, disbursementId);
    if (disbursement && !isFinal(disbursement) && !(await lookAt(deps, disbursement))) await askLater(deps, disbursement, { poll, chain });
  },
};

/** An event is only a reason to poll the provider, so a forged event moves no money. */
export async function payoutEvent(deps: Deps, { reference }: { reference: string }): Promise<void> {
  const row = await deps.db.selectFrom('disbursements').selectAll().where('reference', '=', reference).executeTakeFirst();
  if (row && !isFinal(row)) await lookAt(deps, row);
}

/** Sends or asks, and writes down what came of it. Answers whether the attempt has ended. */
async function lookAt(deps: Deps, disbursement: Disbursement): Promise<boolean> {
  const receipt = await askProvider(deps, disbursement);
  if (receipt.state === 'paid' || receipt.state === 'failed') {
    await settlePayout(deps, disbursement, receipt);
    return true;
  }
  if (receipt.state === 'accepted') {
    const reference = receipt.providerReference ?? disbursement.provider_reference;
    await moveOn(deps.db, disbursement.id, deps.clock.now(), { state: 'sent', provider_reference: reference });
  }
  return false;
}

async function askLater(deps: Deps, { id }: Disbursement, { poll, chain }: Place): Promise<void> {
  const now = deps.clock.now();
  const runAt = addSeconds(now, pausesSeconds[poll] ?? pausesSeconds.at(-1) ?? 900);
  const next = poll + 1;
  const data = { disbursementId: id, poll: next, ...(chain === undefined ? {} : { chain }) };
  const key = chain === undefined ? `payout:${id}:${next}` : `payout:${id}:${chain}:${next}`;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, payoutJob, data, { key, runAt }));
}
