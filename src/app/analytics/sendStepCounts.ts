import type { ApiClient, Input } from '../../api/client.ts';

export type StepBatch = Input<'flows.count'>;

/** Sends a batch in a way that survives the closing of the page. A lost batch is not retried, because these are only statistics. */
export const sendStepCounts = (client: ApiClient) => async (batch: StepBatch) => {
  const { method, path, body } = await client.prepare('flows.count', batch);
  await fetch(client.url(path), {
    method,
    keepalive: true,
    credentials: client.isElsewhere ? 'include' : 'same-origin',
    headers: { ...client.headers(), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
};
