import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import { serve, type Call, type EndpointOptions } from '../http/serve.ts';
import type { Deps } from '../deps.ts';
import { requireFeature } from '../http/feature.ts';
import type { App } from '../http/types.ts';
import { fail, ProblemError } from '../problem.ts';
import { chooseRelease, underRelease } from '../rollout/choose.ts';
import { isSubmission } from '../rollout/count.ts';
import { assertFresh } from './fresh.ts';
import { assertGuestMay, resolveGuestOrCustomer } from './guests.ts';
import { findSession, hasEnded, resolveSession, type Session } from './sessions.ts';

/** The caller: a session for every operation, except for `noCheck` ones (N08). */
type SessionOf<O> = O extends { noCheck: true } ? undefined : Session;

/**
 * Serves one operation of the contract. Enforces what the contract requires (a session unless `noCheck`, its feature, a fresh login),
 * validates the input, runs the handler and sends its result. A handler refuses with `fail(code)`. For `repeatable` operations, see
 * `command`.
 *
 * @example endpoint(app, operations['auth.session'], async ({ session }) => ({ customerId: session.customerId }))
 */
export function endpoint<const O extends OperationDefinition>(
  app: App,
  operation: O,
  handler: (call: Call<O, SessionOf<O>>) => Promise<Static<O['output']>>,
  options: EndpointOptions<SessionOf<O>> = {},
): void {
  const whoCalls = async (request: FastifyRequest, reply: FastifyReply) => {
    const resolve = operation.guests ? resolveGuestOrCustomer : resolveSession;
    if (!operation.noCheck) request.session = await resolve(app.deps, request);
    const { customerId, guest } = request.session ?? (await loggedIn(app.deps, request)) ?? {};
    await chooseRelease(app.deps, request, reply, customerId === undefined ? undefined : { customerId, isGuest: guest !== undefined });
    request.isSubmission = isSubmission(operation);
    return request.session as SessionOf<O>;
  };
  const handle = async (call: Call<O, SessionOf<O>>) => {
    if (call.session) assertGuestMay(call.session, operation, call.input);
    if (operation.feature !== undefined) requireFeature(app.deps.releases.active(), operation.feature);
    if (operation.fresh && call.session) assertFresh(app.deps, call.session);
    return handler(call).catch(async (error: unknown) => {
      // A concurrent account deletion can remove rows that a request has half read. Such a request ends like its session.
      if (!(error instanceof ProblemError) && call.session && !call.session.guest && (await hasEnded(app.deps, call.session)))
        fail('unauthenticated');
      throw error;
    });
  };
  serve(app, operation, whoCalls, (call) => underRelease(app.deps, call.request, () => handle(call)), options);
}

/**
 * The logged-in person who calls an operation that needs no login. During a rollout, such a person counts as a customer, not as a visitor.
 */
const loggedIn = async (deps: Deps, request: FastifyRequest): Promise<Session | undefined> =>
  deps.releases.rollout?.() && findSession(deps, request, { isUse: false });

declare module 'fastify' {
  interface FastifyRequest {
    /** The customer's session. Set before the handler of an operation that requires one. */
    session: Session | undefined;
  }
}
