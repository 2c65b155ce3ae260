import type { App } from '../http/types.ts';
import { webhookSignature } from '../../ports/http/signing.ts';
import { sandboxOf } from '../../ports/sandbox/sandboxOf.ts';
import type { ProviderEvent } from '../../ports/sandbox/transfer.ts';
import { webhookSecrets } from './keys.ts';
import { webhookProviders, type WebhookProvider } from './listeners.ts';

const lookEveryMs = 500;

/** Makes in-process sandboxes deliver events like real providers: signed, through the public endpoint. */
export function connectSandboxes(app: App): void {
  const { deps } = app;
  const sandboxes = webhookProviders.flatMap((provider) => {
    const sandbox = sandboxOf(deps.ports[provider]);
    sandbox?.deliverTo((event) => sendTo(app, provider, event));
    return sandbox ? [sandbox] : [];
  });
  // Tests stop the clock and deliver events explicitly.
  if (sandboxes.length === 0 || deps.settings.mode === 'test') return;
  const send = () => Promise.all(sandboxes.map((sandbox) => sandbox.deliver()));
  const timer = setInterval(() => void send().catch((error: unknown) => deps.log.warn({ err: error }, 'sandbox events')), lookEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

async function sendTo(app: App, provider: WebhookProvider, event: ProviderEvent): Promise<void> {
  const { settings, clock } = app.deps;
  const payload = JSON.stringify(event);
  const [secret] = webhookSecrets(settings, provider);
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/api/webhooks/${provider}`,
    headers: { 'content-type': 'application/json', 'x-hakbang-signature': webhookSignature(secret, payload, clock.now()) },
    payload,
  });
  if (statusCode !== 200) throw new Error(`the webhook endpoint answered ${statusCode}`);
}
