import type { PayoutFailureReason, PayoutPort, PayoutReceipt } from '../payout.ts';
import { ProviderError } from '../providerError.ts';
import { isDoneDespite, payoutFailures, type PayoutOrder } from './faults.ts';
import { MoneySandbox, type MoneySandboxOptions } from './moneySandbox.ts';
import { paidAsOrdered } from './outcome.ts';
import type { SandboxTransfer } from './transfer.ts';

export interface PayoutSandbox extends PayoutPort {
  /** The books behind the port: transfers, events, what was ordered. */
  provider: MoneySandbox<PayoutOrder>;
  /** What is to go wrong next. */
  orders: MoneySandbox<PayoutOrder>['orders'];
}

const failures = Object.keys(payoutFailures) as (keyof typeof payoutFailures)[];
const masked = (account: string) => `•••• ${account.slice(-4)}`;

/** How a transfer of the sandbox stands, as its receipt. */
export function payoutReceipt(provider: MoneySandbox<PayoutOrder>, transfer: SandboxTransfer): PayoutReceipt {
  const { providerReference } = transfer;
  const settlement = provider.settlementOf(transfer);
  if (!settlement) return { state: 'accepted', providerReference };
  const at = new Date(settlement.at);
  if (settlement.state === 'failed') return { state: 'failed', providerReference, reason: settlement.reason as PayoutFailureReason, at };
  return { state: 'paid', providerReference, amountCents: settlement.amountCents, at };
}

/** Pays after some seconds of the injected clock unless it was told otherwise. */
export function payoutSandbox(options: MoneySandboxOptions): PayoutSandbox {
  const provider = new MoneySandbox<PayoutOrder>(
    {
      kind: 'payout',
      settle: (transfer, deciding) => {
        const failure = deciding.orders.take(failures);
        if (!failure) return paidAsOrdered(transfer, deciding);
        return [{ at: deciding.settleAt.toISOString(), state: 'failed', amountCents: 0, reason: payoutFailures[failure] }];
      },
    },
    options,
  );
  return {
    provider,
    orders: provider.orders,
    async send({ reference, amountCents, destination }) {
      const fault = provider.takeWireFault();
      if (fault && !isDoneDespite(fault)) return { state: 'unknown' };
      const note = `${destination.method} ${destination.institution} ${masked(destination.account)}`;
      const transfer = await provider.open({ reference, amountCents, note, body: { amountCents, destination } });
      return fault ? { state: 'unknown' } : payoutReceipt(provider, transfer);
    },
    async status(reference) {
      if (provider.takeAskingFault()) throw new ProviderError('unavailable', 'payout sandbox: told not to answer');
      const transfer = provider.find(reference);
      return transfer && payoutReceipt(provider, transfer);
    },
    async statement(from, to) {
      if (provider.takeAskingFault()) throw new ProviderError('unavailable', 'payout sandbox: told not to answer');
      return provider.statement(from, to);
    },
  };
}
