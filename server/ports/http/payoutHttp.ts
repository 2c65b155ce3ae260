import { payoutFailureReasons, type PayoutPort, type PayoutReceipt } from '../payout.ts';
import { knownReason, TransferAnswer } from './protocol.ts';
import { ProviderClient, type ProviderClientOptions } from './providerClient.ts';
import { about, readStatement, unknownUnlessRefused } from './statement.ts';

function receiptOf({ state, providerReference, reason, amountCents, at }: TransferAnswer): PayoutReceipt {
  return {
    state,
    providerReference,
    ...(state === 'failed' ? { reason: knownReason(payoutFailureReasons, reason) } : {}),
    ...(amountCents !== undefined && state === 'paid' ? { amountCents } : {}),
    ...(at === undefined ? {} : { at: new Date(at) }),
  };
}

/** Sends payouts through a provider that implements docs/ports.md. */
export function payoutHttp(options: Omit<ProviderClientOptions, 'name'>): PayoutPort {
  const client = new ProviderClient({ name: 'payout', ...options });
  return {
    send: ({ reference, amountCents, currency, destination }) => {
      const content = { reference, amountCents, currency, destination };
      return unknownUnlessRefused(async () => receiptOf(about(reference, await client.post('/transfers', content, TransferAnswer))));
    },
    async status(reference) {
      const answer = await client.get(`/transfers/${encodeURIComponent(reference)}`, TransferAnswer);
      return answer && receiptOf(about(reference, answer));
    },
    statement: (from, to) => readStatement(client, 'payout', from, to),
  };
}
