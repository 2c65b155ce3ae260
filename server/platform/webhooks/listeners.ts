import type { Deps } from '../deps.ts';

export const webhookProviders = ['payout', 'collection'] as const;
export type WebhookProvider = (typeof webhookProviders)[number];

export interface ReceivedEvent {
  /** The provider's; the same event has the same id however often it is sent. */
  id: string;
  kind: string;
  /** Ours: the transfer it is about. */
  reference: string;
}

/**
 * Does what an event calls for: asks the provider how the reference stands. What the event itself says is never believed, so
 * that duplicates, another order, and whoever has stolen the key, move no money. Runs as a job and must be idempotent.
 */
export type ProviderListener = (deps: Deps, event: ReceivedEvent) => Promise<void>;

export type ProviderListeners = Readonly<Record<WebhookProvider, ProviderListener>>;
