import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/types.ts';
import { addSeconds } from '../../../platform/time.ts';
import { payoutJob } from '../effects/payout.ts';
import { isFinal, moveOn, readDisbursement, type Disbursement } from './disbursement.ts';
import { settlePayout } from './settle.ts';
import type { PayoutReceipt } from '../../../ports/payout.ts';
import { ProviderError } from '../../../ports/providerError.ts';
import { accountById, destinationOf } from '../../payoutAccount/accounts.ts';

const unknown: PayoutReceipt = { state: 'unknown' };

/**
 * Sends a transfer or polls its state. The state `sending` is stored before the call, because after the call nobody can know whether the
 * money has left. From then on the provider is polled by reference, and the transfer is sent again, under the same reference, only if the
 * provider does not know it. Runs outside transactions.
 */
async function pollProvider(deps: Deps, disbursement: Disbursement): Promise<PayoutReceipt> {
  try {
    if (disbursement.state === 'waiting') {
      // Staff may have stopped the attempt since it was read.
      if (!(await moveOn(deps.db, disbursement.id, deps.clock.now(), { state: 'sending' }))) return unknown;
      return await send(deps, disbursement);
    }
    return (await deps.ports.payout.status(disbursement.reference)) ?? (await send(deps, disbursement));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // `refused` means that our key or request is wrong: nothing was sent, and staff must act.
    const subject = `disbursement:${disbursement.id}`;
    if (error.kind === 'refused')
      deps.alarms.raise({ kind: 'payoutRefused', subject, err: error }, 'the payout provider refuses our request');
    else deps.log.warn({ disbursement: disbursement.id, err: error }, 'polling the payout provider failed');
    return unknown;
  }
}

async function send(deps: Deps, { account_id: accountId, reference, amount_cents: amountCents }: Disbursement): Promise<PayoutReceipt> {
  const account = await accountById(deps.db, accountId);
  if (!account) throw new Error(`payout: account ${accountId} is gone`);
  const { currency } = deps.releases.active().manifest.settings;
  return deps.ports.payout.send({ reference, amountCents, currency, destination: await destinationOf(deps, account) });
}

/** Pauses between polls; the last one repeats. The provider's own event usually arrives first. */
const pausesSeconds = [3, 5, 10, 20, 40, 80, 160, 300, 600, 900] as const;

/**
 * `poll` counts the polls, which continue until the result is known. `chain` distinguishes polls that a sweep restarted from earlier ones,
 * whose job keys are taken.
 */
type PayoutJob = { disbursementId: string; poll: number; chain?: number };

type Place = { poll: number; chain: number | undefined };

/** Pays a loan out, attempt by attempt. Safe to run at any time, repeatedly, and on any node. */
export const payoutHandler: JobHandler = {
  kind: payoutJob,
  async run(deps, { disbursementId, poll, chain }: PayoutJob) {
    const disbursement = await readDisbursement(deps.db, disbursementId);
    if (disbursement && !isFinal(disbursement) && !(await advancePayout(deps, disbursement)))
      await pollLater(deps, disbursement, { poll, chain });
  },
};

/** An event only triggers a poll of the provider, so a forged event moves no money. */
export async function payoutEvent(deps: Deps, { reference }: { reference: string }): Promise<void> {
  const row = await deps.db.selectFrom('disbursements').selectAll().where('reference', '=', reference).executeTakeFirst();
  if (row && !isFinal(row)) await advancePayout(deps, row);
}

/** Sends or polls a transfer and stores the result. Returns whether the attempt has ended. */
async function advancePayout(deps: Deps, disbursement: Disbursement): Promise<boolean> {
  const receipt = await pollProvider(deps, disbursement);
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

async function pollLater(deps: Deps, { id }: Disbursement, { poll, chain }: Place): Promise<void> {
  const now = deps.clock.now();
  const runAt = addSeconds(now, pausesSeconds[poll] ?? pausesSeconds.at(-1) ?? 900);
  const next = poll + 1;
  const data = { disbursementId: id, poll: next, ...(chain === undefined ? {} : { chain }) };
  const key = chain === undefined ? `payout:${id}:${next}` : `payout:${id}:${chain}:${next}`;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, payoutJob, data, { key, runAt }));
}
