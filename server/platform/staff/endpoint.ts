import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { StaffOperation } from '../../contract/staff/operation.ts';
import { type Call, serve } from '../http/serve.ts';
import { fail } from '../problem.ts';
import type { App } from '../http/types.ts';
import { resolveStaff, type StaffSession } from './sessions.ts';

type Caller<O> = O extends { noCheck: true } ? undefined : StaffSession;

/** Serves an operation of staff: only who is logged in at the desk, in one of the operation's roles, gets to the handler. */
export function staffEndpoint<const O extends StaffOperation>(
  app: App,
  operation: O,
  handler: (call: Call<O, Caller<O>>) => Promise<Static<O['output']>>,
): void {
  const whoCalls = async (request: FastifyRequest) => {
    if (operation.noCheck) return undefined as Caller<O>;
    const session = await resolveStaff(app.deps, request);
    if (!operation.roles.includes(session.role)) {
      app.deps.log.warn({ staff: session.id, role: session.role, operation: operation.id }, 'a role does not allow this');
      fail('forbidden');
    }
    return session as Caller<O>;
  };
  serve(app, operation, whoCalls, handler);
}
