import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { StaffOperation } from '../../contract/staff/operation.ts';
import { type Call, type EndpointOptions, serve } from '../http/serve.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { assertFreshFactor } from './fresh.ts';
import { mayCall } from './roles.ts';
import { resolveStaff, type StaffSession } from './sessions.ts';

type Caller<O> = O extends { noCheck: true } ? undefined : StaffSession;

/**
 * Serves a staff operation to logged-in staff whose role has a right to it (flows/roles.json). Operations marked `fresh` also require a
 * fresh factor.
 */
export function staffEndpoint<const O extends StaffOperation>(
  app: App,
  operation: O,
  handler: (call: Call<O, Caller<O>>) => Promise<Static<O['output']> | Readable>,
  options?: Pick<EndpointOptions, 'bodyLimitBytes' | 'isLarge'>,
): void {
  const whoCalls = async (request: FastifyRequest) => {
    if (operation.noCheck) return undefined as Caller<O>;
    const session = await resolveStaff(app.deps, request);
    if (!mayCall(app.deps, session.role, operation)) {
      app.deps.log.warn({ staff: session.id, role: session.role, operation: operation.id }, 'the role does not allow this operation');
      fail('forbidden');
    }
    const enrols = session.mustEnrol && operation.about === 'self';
    if (session.mustEnrol && !enrols) fail('factorMissing');
    if (operation.fresh && !enrols) assertFreshFactor(app.deps, session);
    return session as Caller<O>;
  };
  serve(app, operation, whoCalls, handler, options);
}
