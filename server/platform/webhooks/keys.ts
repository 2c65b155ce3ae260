import { derive } from '../crypto/keyring.ts';
import type { ServerSettings } from '../settings.ts';
import type { WebhookProvider } from './listeners.ts';

/** Secrets that may sign a provider's webhooks, newest first. A sandbox gets a derived secret. */
export const webhookSecrets = (settings: ServerSettings, provider: WebhookProvider): readonly [string, ...string[]] =>
  settings.providers[provider]?.webhookSecrets ?? [derive(settings.keyring[0], `sandbox webhooks ${provider}`).toString('hex')];
