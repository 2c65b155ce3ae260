import type { CollectionFailureReason, CollectionPort, CollectionReceipt, CollectionRequest, PaymentInstructions } from '../collection.ts';
import { ProviderError } from '../providerError.ts';
import { collectionFailures, collectionOrders, isDoneDespite, type CollectionOrder } from './faults.ts';
import { MoneySandbox, type MoneySandboxOptions } from './moneySandbox.ts';
import { paidAsOrdered } from './outcome.ts';
import type { SandboxTransfer, Settlement } from './transfer.ts';

export interface CollectionSandbox extends CollectionPort {
  /** The books behind the port: requests, events, what was ordered. */
  provider: MoneySandbox<CollectionOrder>;
  /** What is to go wrong next. */
  orders: MoneySandbox<CollectionOrder>['orders'];
}

const failures = Object.keys(collectionFailures) as (keyof typeof collectionFailures)[];
const lateMs = 60_000;

/** A code to pay by at a shop, as providers give one. */
const instructionsOf = ({ providerReference }: SandboxTransfer): PaymentInstructions => ({
  channel: 'sandbox',
  code: providerReference.slice(-8).toUpperCase(),
});

/** Makes the request at the sandbox, or finds it. */
export const openPayment = (
  provider: MoneySandbox<CollectionOrder>,
  { reference, amountCents, description, expiresAt }: CollectionRequest,
): Promise<SandboxTransfer> => provider.open({ reference, amountCents, note: description, body: { amountCents, description, expiresAt } });

/** How a request at the sandbox stands, as its receipt. */
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

/** Everybody pays after some seconds of the injected clock unless it was told otherwise. */
export function collectionSandbox(options: MoneySandboxOptions): CollectionSandbox {
  const provider = new MoneySandbox<CollectionOrder>(
    {
      kind: 'collection',
      orderNames: collectionOrders,
      settle: (transfer, deciding) => {
        const failure = deciding.orders.take(failures);
        if (!failure) return paidAsOrdered(transfer, deciding);
        const { expiresAt } = transfer.body as Pick<CollectionRequest, 'expiresAt'>;
        return failedAsOrdered(failure, transfer.amountCents, deciding.settleAt, expiresAt);
      },
    },
    options,
  );
  return {
    provider,
    orders: provider.orders,
    async request(request) {
      const fault = provider.takeWireFault();
      if (fault && !isDoneDespite(fault)) return { state: 'unknown' };
      const opened = await openPayment(provider, request);
      return fault ? { state: 'unknown' } : collectionReceipt(provider, opened);
    },
    async status(reference) {
      if (provider.takeAskingFault()) throw new ProviderError('unavailable', 'collection sandbox: told not to answer');
      const transfer = provider.find(reference);
      return transfer && collectionReceipt(provider, transfer);
    },
    async statement(from, to) {
      if (provider.takeAskingFault()) throw new ProviderError('unavailable', 'collection sandbox: told not to answer');
      return provider.statement(from, to);
    },
  };
}
