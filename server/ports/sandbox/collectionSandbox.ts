import type { CollectionFailureReason, CollectionPort, CollectionReceipt, CollectionRequest, PaymentInstructions } from '../collection.ts';
import { collectionFailures, collectionOrders, type CollectionOrder } from './faults.ts';
import { MoneySandbox, type MoneySandboxOptions } from './moneySandbox.ts';
import { paidSettlements } from './outcome.ts';
import type { SandboxTransfer, Settlement } from './transfer.ts';

export interface CollectionSandbox extends CollectionPort {
  /** The sandbox's ledger: requests, events, queued faults. */
  provider: MoneySandbox<CollectionOrder>;
  /** Queued faults. */
  orders: MoneySandbox<CollectionOrder>['orders'];
}

const failures = Object.keys(collectionFailures) as (keyof typeof collectionFailures)[];
const lateMs = 60_000;

/** A payment code for a shop, like those of real providers. */
const instructionsOf = ({ providerReference }: SandboxTransfer): PaymentInstructions => ({
  channel: 'sandbox',
  code: providerReference.slice(-8).toUpperCase(),
});

/** Creates the payment request at the sandbox, or finds the existing one. */
export const openPayment = (
  provider: MoneySandbox<CollectionOrder>,
  { reference, amountCents, description, expiresAt }: CollectionRequest,
): Promise<SandboxTransfer> => provider.open({ reference, amountCents, note: description, body: { amountCents, description, expiresAt } });

/** The receipt of a payment request at the sandbox. */
export function collectionReceipt(provider: MoneySandbox<CollectionOrder>, transfer: SandboxTransfer): CollectionReceipt {
  const { providerReference } = transfer;
  const settlement = provider.settlementOf(transfer);
  if (!settlement) return { state: 'inProgress', providerReference, instructions: instructionsOf(transfer) };
  if (settlement.state === 'failed') return { state: 'failed', providerReference, reason: settlement.reason as CollectionFailureReason };
  return { state: 'success', providerReference, amountCents: settlement.amountCents, paidAt: new Date(settlement.at) };
}

function failedAsOrdered(failure: keyof typeof collectionFailures, amountCents: number, at: Date, expiresAt: Date): Settlement[] {
  const reason = collectionFailures[failure];
  const when = reason === 'expired' ? expiresAt : at;
  const failed: Settlement = { at: when.toISOString(), state: 'failed', amountCents: 0, reason };
  if (failure !== 'paysLate') return [failed];
  return [failed, { at: new Date(when.getTime() + lateMs).toISOString(), state: 'paid', amountCents }];
}

/** Every payment succeeds after some seconds of the injected clock, unless a fault is queued. */
export function collectionSandbox(options: MoneySandboxOptions): CollectionSandbox {
  const provider = new MoneySandbox<CollectionOrder>(
    {
      kind: 'collection',
      orderNames: collectionOrders,
      settle: (transfer, deciding) => {
        const failure = deciding.orders.take(failures);
        if (!failure) return paidSettlements(transfer, deciding);
        const { expiresAt } = transfer.body as Pick<CollectionRequest, 'expiresAt'>;
        return failedAsOrdered(failure, transfer.amountCents, deciding.settleAt, expiresAt);
      },
    },
    options,
  );
  const receiptOf = (transfer: SandboxTransfer) => collectionReceipt(provider, transfer);
  return {
    provider,
    orders: provider.orders,
    request: (request) => provider.receive(() => openPayment(provider, request), receiptOf),
    ...provider.queries(receiptOf),
  };
}
