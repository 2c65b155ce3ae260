import type { PayoutPort, PayoutReceipt } from './payout.ts';
import { SandboxOrders } from './sandboxOrders.ts';

export type PayoutOrder = 'accountFails' | 'otherFails' | 'timesOut';
export interface PayoutSandbox extends PayoutPort {
  orders: SandboxOrders<PayoutOrder>;
}

const ordered: Record<PayoutOrder, Omit<PayoutReceipt, 'providerReference'>> = {
  accountFails: { state: 'failed', reason: 'account' },
  otherFails: { state: 'failed', reason: 'other' },
  timesOut: { state: 'unknown' },
};

/** Pays at once unless told to fail. A repeated reference gets the first receipt, as with a real provider. */
export function payoutSandbox(): PayoutSandbox {
  const orders = new SandboxOrders<PayoutOrder>();
  const receipts = new Map<string, PayoutReceipt>();
  return {
    orders,
    async send({ reference }) {
      const known = receipts.get(reference);
      if (known) return known;
      const order = orders.take();
      const receipt: PayoutReceipt = { ...(order ? ordered[order] : { state: 'paid' }), providerReference: `sandbox-${reference}` };
      receipts.set(reference, receipt);
      return receipt;
    },
    status: async (reference) => receipts.get(reference),
    statement: async () => [],
  };
}
