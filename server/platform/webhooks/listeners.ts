import type { Deps } from '../deps.ts';

export const webhookProviders = ['payout', 'collection'] as const;
export type WebhookProvider = (typeof webhookProviders)[number];

export interface ReceivedEvent {
  /** The provider's event id. Redelivered events have the same id. */
  id: string;
  kind: string;
  /** Our reference of the transfer. */
  reference: string;
}

/**
 * Handles an event by asking the provider for the state of the reference. The event's own content is never trusted, so duplicates,
 * reordered events and a stolen key move no money. Runs as a job and must be idempotent.
 */
export type ProviderListener = (deps: Deps, event: ReceivedEvent) => Promise<void>;

/** A product without a listener for a provider ignores its events. */
export type ProviderListeners = Readonly<Partial<Record<WebhookProvider, ProviderListener>>>;
