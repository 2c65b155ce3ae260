import { collectionFailureReasons, type CollectionPort, type CollectionReceipt, type PaymentInstructions } from '../collection.ts';
import { knownReason, PaymentAnswer } from './protocol.ts';
import { ProviderClient, type ProviderClientOptions } from './providerClient.ts';
import { about, readStatement, unknownUnlessRefused } from './statement.ts';

const instructionsOf = ({ channel, code, url }: NonNullable<PaymentAnswer['instructions']>): PaymentInstructions => ({
  channel,
  code,
  ...(url === undefined ? {} : { url }),
});

function receiptOf({ state, providerReference, instructions, reason, amountCents, paidAt }: PaymentAnswer): CollectionReceipt {
  return {
    state,
    providerReference,
    ...(instructions ? { instructions: instructionsOf(instructions) } : {}),
    ...(state === 'failed' ? { reason: knownReason(collectionFailureReasons, reason) } : {}),
    ...(amountCents !== undefined && state === 'success' ? { amountCents } : {}),
    ...(paidAt === undefined ? {} : { paidAt: new Date(paidAt) }),
  };
}

/** Collects payments through a provider that implements docs/ports.md. */
export function collectionHttp(options: Omit<ProviderClientOptions, 'name'>): CollectionPort {
  const client = new ProviderClient({ name: 'collection', ...options });
  return {
    request: ({ reference, amountCents, currency, description, expiresAt }) => {
      const content = { reference, amountCents, currency, description, expiresAt: expiresAt.toISOString() };
      return unknownUnlessRefused(async () => receiptOf(about(reference, await client.post('/payments', content, PaymentAnswer))));
    },
    async status(reference) {
      const answer = await client.get(`/payments/${encodeURIComponent(reference)}`, PaymentAnswer);
      return answer && receiptOf(about(reference, answer));
    },
    statement: (from, to) => readStatement(client, 'collection', from, to),
  };
}
