import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import { limitPerHour } from '../limits/limitPerHour.ts';
import { viewerOf, type Viewer } from '../customer/viewer.ts';
import type { Tx } from '../db/database.ts';
import { once, replay, type RequestKey } from '../http/idempotency.ts';
import { idempotencyKey } from '../http/requestKey.ts';
import type { Call } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { endpoint } from './endpoint.ts';
import type { Session } from './sessions.ts';

/** Runs work in a transaction that also stores its response under the request's idempotency key. */
export type Once = <Answer extends object>(work: (tx: Tx) => Promise<Answer>) => Promise<Answer>;

interface Command {
  viewer: Viewer;
  once: Once;
}

/** Attempts, with retries: far more than a person needs, and a bound on the rows and the work that a script can cause. */
const mostPerHour = 120;

/**
 * Serves an operation that changes a customer's data. The handler reads, validates, and does its work in `once`. A retry gets the stored
 * response: from `once`, or from here if the handler or the limit refuses although the first run did the work. The response is never looked
 * up first: a concurrent twin could finish in between and turn its own retry into a refusal.
 *
 * Refuses with `tooFrequent` beyond `mostPerHour`.
 *
 * @example command(app, operations['orders.create'], ({ viewer, input, once }) => createOrder(viewer, input, once))
 */
export function command<const O extends OperationDefinition>(
  app: App,
  operation: O,
  handler: (call: Call<O, Session> & Command) => Promise<Static<O['output']> & object>,
): void {
  endpoint<OperationDefinition>(app, operation, async (call) => {
    const { deps, request, input } = call;
    const viewer = await viewerOf(deps, call.session.customerId);
    const key = keyOf(viewer, operation, request, input);
    let isDone = false;
    const onceHere: Once = async (work) => {
      const answer = await deps.db.transaction().execute((tx) => once(tx, key, deps.clock.now(), () => work(tx)));
      isDone = true;
      return answer;
    };
    const answer = limitPerHour(deps, viewer.customerId, operation.id, mostPerHour).then(() =>
      handler({ ...call, viewer, once: onceHere } as Call<O, Session> & Command),
    );
    await Promise.allSettled([answer]);
    const known = key && !isDone ? await replay(deps.db, key) : undefined;
    return known ?? answer;
  });
}

function keyOf(
  { customerId, vault }: Viewer,
  { id }: OperationDefinition,
  request: FastifyRequest,
  input: unknown,
): RequestKey | undefined {
  const key = idempotencyKey(request);
  return key === undefined ? undefined : { customerId, operation: id, key, bodyDigest: vault.digest(stableJson(input)) };
}
