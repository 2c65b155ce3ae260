import type { Clock } from '../../../server/platform/deps.ts';
import { collectionSandbox, type CollectionSandbox } from '../../../server/ports/sandbox/collectionSandbox.ts';
import { serveSandbox } from '../../../server/ports/sandbox/http/serve.ts';
import { webhookSender } from '../../../server/ports/sandbox/http/webhookSender.ts';
import { payoutSandbox, type PayoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { systemClock } from '../../../server/platform/time.ts';

export interface TestProviders {
  payout: PayoutSandbox;
  collection: CollectionSandbox;
  /** Server settings for connecting to them. */
  env: Record<string, string>;
  /** Sends events as webhooks to the server at this origin. `provider.deliver()` triggers them. */
  tell(origin: string): void;
  close: () => Promise<void>;
}

const secret = 'a-secret-of-the-tests-that-is-long-enough';

/** Starts providers in the test's process and serves them over HTTP. They survive when the server, a separate process, is killed. */
export async function startProviders({
  clock = systemClock,
  settleAfterSeconds = 3,
}: { clock?: Clock; settleAfterSeconds?: number } = {}): Promise<TestProviders> {
  const [payout, collection] = [payoutSandbox({ clock, settleAfterSeconds }), collectionSandbox({ clock, settleAfterSeconds })];
  const { url, close } = await serveSandbox({ sandboxes: { payout, collection }, key: { id: 'test', secret: secret } });
  const key = `test:${secret}`;
  const webhooks = `webhook-${secret}`;
  return {
    payout,
    collection,
    env: {
      PAYOUT_URL: `${url}/payout`,
      PAYOUT_KEY: key,
      PAYOUT_WEBHOOK_KEYS: webhooks,
      COLLECTION_URL: `${url}/collection`,
      COLLECTION_KEY: key,
      COLLECTION_WEBHOOK_KEYS: webhooks,
    },
    tell: (origin) => {
      for (const [name, { provider }] of Object.entries({ payout, collection }))
        provider.deliverTo(webhookSender({ url: `${origin}/api/webhooks/${name}`, secret: webhooks }));
    },
    close,
  };
}
