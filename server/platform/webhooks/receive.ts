import type { Deps } from '../deps.ts';
import type { JobHandler } from '../jobs/types.ts';
import type { ReceivedEvent, WebhookProvider } from './listeners.ts';

const jobKind = 'webhooks.event';

/**
 * Stores an event and enqueues its listener in one transaction. An acknowledged event is not lost, and a redelivered one has no effect.
 * Returns whether the event was new.
 */
export const receiveEvent = (deps: Deps, provider: WebhookProvider, { id, kind, reference }: ReceivedEvent): Promise<boolean> =>
  deps.db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('webhook_events')
      .values({ provider, event_id: id, kind, reference, received_at: deps.clock.now() })
      .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!inserted) return false;
    await deps.jobs.enqueue(tx, jobKind, { provider, id, kind, reference });
    return true;
  });

/** Passes a stored event to its listener. */
export const webhookEventHandler: JobHandler = {
  kind: jobKind,
  async run(deps, data) {
    const { provider, ...event } = data as unknown as ReceivedEvent & { provider: WebhookProvider };
    await deps.product.providerListeners[provider]?.(deps, event);
  },
};
