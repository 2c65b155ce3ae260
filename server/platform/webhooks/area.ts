import type { Area } from '../area.ts';
import { webhookEventHandler, receiveEvent } from './receive.ts';
import type { FastifyRequest } from 'fastify';
import { assertPlain } from '../http/plainData.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { isA, WebhookBody } from '../../ports/http/protocol.ts';
import { webhookHolds } from '../../ports/http/signing.ts';
import { webhookSecrets } from './keys.ts';
import { webhookProviders, type WebhookProvider } from './listeners.ts';
import { connectSandboxes } from './sandboxEvents.ts';

const bodyLimitBytes = 16 * 1024;

/** `POST /api/webhooks/:provider` (docs/ports.md). Requires a signature at most five minutes old. Each event is handled once. */
function webhooks(app: App): void {
  // The signature covers the raw bytes.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const provider of webhookProviders) {
    app.post(`/api/webhooks/${provider}`, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const event = eventOf(bodyOf(app, provider, request));
      const isNew = await receiveEvent(app.deps, provider, event);
      reply.header('cache-control', 'no-store');
      return { received: true, repeated: !isNew };
    });
  }
  connectSandboxes(app);
}

/** Returns the body after its signature is verified. A forger learns nothing but the refusal. */
function bodyOf({ deps }: App, provider: WebhookProvider, { body, headers }: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(body)) fail('badRequest', { problems: [{ code: 'type', path: '' }] });
  const verdict = webhookHolds(webhookSecrets(deps.settings, provider), headers['x-hakbang-signature'], body, deps.clock.now());
  if (verdict === 'holds') return body;
  deps.alarms.raise(
    { kind: 'webhookRefused', subject: `provider:${provider}`, detail: { verdict }, quietSeconds: 3600 },
    'a webhook was refused',
  );
  return fail('unauthenticated');
}

function eventOf(body: Buffer): WebhookBody {
  const value = parsed(body);
  if (!isA(WebhookBody, value)) fail('badRequest', { problems: [{ code: 'invalid', path: '' }] });
  assertPlain(value);
  return value;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

export const webhooksArea: Area = { name: 'webhooks', routes: [webhooks], jobs: [webhookEventHandler] };
