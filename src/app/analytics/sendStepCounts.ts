import type { ApiClient, Input } from '../../api/client.ts';

export type StepBatch = Input<'flows.count'>;

/** Sends a batch so that it leaves even while the page is being closed. What does not arrive is not sent again: these are statistics. */
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
