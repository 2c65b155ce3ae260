import type { PayoutFailureReason, PayoutPort, PayoutReceipt, PayoutTransfer } from '../payout.ts';
import { payoutFailures, payoutOrders, type PayoutOrder } from './faults.ts';
import { MoneySandbox, type MoneySandboxOptions } from './moneySandbox.ts';
import { paidSettlements } from './outcome.ts';
import type { SandboxTransfer } from './transfer.ts';

export interface PayoutSandbox extends PayoutPort {
  /** The sandbox's ledger: transfers, events, queued faults. */
  provider: MoneySandbox<PayoutOrder>;
  /** Queued faults. */
  orders: MoneySandbox<PayoutOrder>['orders'];
}

const failures = Object.keys(payoutFailures) as (keyof typeof payoutFailures)[];
const masked = (account: string) => `•••• ${account.slice(-4)}`;

/** Creates the transfer at the sandbox, or finds the existing one. */
export function openTransfer(
  provider: MoneySandbox<PayoutOrder>,
  { reference, amountCents, destination }: PayoutTransfer,
): Promise<SandboxTransfer> {
  const { method, institution, account, holderName } = destination;
  const body = { amountCents, method, institution, account, holderName };
  return provider.open({ reference, amountCents, note: `${method} ${institution} ${masked(account)}`, body });
}

/** The receipt of a transfer at the sandbox. */
export function payoutReceipt(provider: MoneySandbox<PayoutOrder>, transfer: SandboxTransfer): PayoutReceipt {
  const { providerReference } = transfer;
  const settlement = provider.settlementOf(transfer);
  if (!settlement) return { state: 'accepted', providerReference };
  const at = new Date(settlement.at);
  if (settlement.state === 'failed') return { state: 'failed', providerReference, reason: settlement.reason as PayoutFailureReason, at };
  return { state: 'paid', providerReference, amountCents: settlement.amountCents, at };
}

/** Every payout succeeds after some seconds of the injected clock, unless a fault is queued. */
export function payoutSandbox(options: MoneySandboxOptions): PayoutSandbox {
  const provider = new MoneySandbox<PayoutOrder>(
    {
      kind: 'payout',
      orderNames: payoutOrders,
      settle: (transfer, deciding) => {
        const failure = deciding.orders.take(failures);
        if (!failure) return paidSettlements(transfer, deciding);
        return [{ at: deciding.settleAt.toISOString(), state: 'failed', amountCents: 0, reason: payoutFailures[failure] }];
      },
    },
    options,
  );
  const receiptOf = (transfer: SandboxTransfer) => payoutReceipt(provider, transfer);
  return {
    provider,
    orders: provider.orders,
    send: (transfer) => provider.receive(() => openTransfer(provider, transfer), receiptOf),
    ...provider.queries(receiptOf),
  };
}
