import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { serve, type Call, type EndpointOptions } from '../http/serve.ts';
import { requireFeature } from '../http/feature.ts';
import type { App } from '../http/types.ts';
import { fail, ProblemError } from '../problem.ts';
import { assertFresh } from './fresh.ts';
import { hasEnded, resolveSession, type Session } from './sessions.ts';

/** Who calls: a session for every operation but those that need none (N08). */
type SessionOf<O> = O extends { noCheck: true } ? undefined : Session;

/**
 * Serves one operation of the contract: asks for what the contract says it needs (a session unless it is `noCheck`, its feature, a
 * fresh login), gathers and checks its input, runs the handler and sends what it returns. Refuse with `fail(code)`. For operations that
 * are `repeatable` see `command`.
 *
 * @example endpoint(app, operations['auth.session'], async ({ session }) => ({ customerId: session.customerId }))
 */
export function endpoint<const O extends OperationDefinition>(
  app: App,
  operation: O,
  handler: (call: Call<O, SessionOf<O>>) => Promise<Static<O['output']>>,
  options: EndpointOptions<SessionOf<O>> = {},
): void {
  const whoCalls = async (request: FastifyRequest) => {
    if (!operation.noCheck) request.session = await resolveSession(app.deps, request);
    return request.session as SessionOf<O>;
  };
  const handle = async (call: Call<O, SessionOf<O>>) => {
    if (operation.feature !== undefined) requireFeature(app.deps.releases.active(), operation.feature);
    if (operation.fresh && call.session) assertFresh(app.deps, call.session);
    return handler(call).catch(async (error: unknown) => {
      // Half of what a request read may be gone when the account was deleted meanwhile: it ends as its session did.
      if (!(error instanceof ProblemError) && call.session && (await hasEnded(app.deps, call.session))) fail('unauthenticated');
      throw error;
    });
  };
  serve(app, operation, whoCalls, handle, options);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The customer's, set for operations that need one, before their handler runs. */
    session: Session | undefined;
  }
}
