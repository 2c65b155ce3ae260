import { derive } from '../crypto/keyring.ts';
import type { ServerSettings } from '../settings.ts';
import type { WebhookProvider } from './listeners.ts';

/** What a provider's webhooks may be signed with, newest first: as set; for a sandbox a secret that nobody has to set. */
export const webhookSecrets = (settings: ServerSettings, provider: WebhookProvider): readonly [string, ...string[]] =>
  settings.providers[provider]?.webhookSecrets ?? [derive(settings.keyring[0], `sandbox webhooks ${provider}`).toString('hex')];
