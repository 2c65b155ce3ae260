import { randomUUID } from 'node:crypto';
import type { SmsPort } from '../sms.ts';
import { MessageAnswer } from './protocol.ts';
import { ProviderClient, type ProviderClientOptions } from './providerClient.ts';

/** Sends SMS through a gateway that implements docs/ports.md. */
export function smsHttp(options: Omit<ProviderClientOptions, 'name'>): SmsPort {
  const client = new ProviderClient({ name: 'sms', ...options });
  return {
    async send({ to, text, id = randomUUID() }) {
      await client.post('/messages', { id, to, text }, MessageAnswer, { 'idempotency-key': id });
    },
  };
}
