import type { Clock } from '../../../platform/deps.ts';
import { systemClock } from '../../../platform/time.ts';
import { webhookSignature } from '../../http/signing.ts';
import type { EventReceiver } from '../moneySandbox.ts';

export interface WebhookSenderOptions {
  /** Endpoint, e.g. `http://127.0.0.1:3000/api/webhooks/payout`. */
  url: string;
  secret: string;
  clock?: Clock;
  timeoutMs?: number;
}

/** Sends events as signed webhooks. Rejects if one is not accepted, so that it is redelivered. */
export const webhookSender =
  ({ url, secret, clock = systemClock, timeoutMs = 5000 }: WebhookSenderOptions): EventReceiver =>
  async (event) => {
    const body = JSON.stringify(event);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hakbang-signature': webhookSignature(secret, body, clock.now()) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`the webhook endpoint answered ${answer.status}`);
  };
