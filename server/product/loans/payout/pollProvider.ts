import type { Deps } from '../../../platform/deps.ts';
import type { PayoutReceipt } from '../../../ports/payout.ts';
import { ProviderError } from '../../../ports/providerError.ts';
import { accountById, destinationOf } from '../../account/accounts.ts';
import { moveOn, type Disbursement } from './disbursement.ts';

const unknown: PayoutReceipt = { state: 'unknown' };

/**
 * Sends a transfer or polls its state. The state `sending` is stored before the call, because after it nobody can know whether the money
 * has left. From then on the provider is polled by reference, and the transfer is sent again, under the same reference, only if the
 * provider does not know it. Runs outside transactions.
 */
export async function pollProvider(deps: Deps, disbursement: Disbursement): Promise<PayoutReceipt> {
  try {
    if (disbursement.state === 'waiting') {
      await moveOn(deps.db, disbursement.id, deps.clock.now(), { state: 'sending' });
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
  return deps.ports.payout.send({ reference, amountCents, destination: await destinationOf(deps, account) });
}
