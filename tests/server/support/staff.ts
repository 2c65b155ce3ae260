import type { LightMyRequestResponse } from 'fastify';
import type { StaffRole } from '../../../server/contract/staff/operation.ts';
import { addPerson, openSecret } from '../../../server/platform/staff/people.ts';
import { stepOf, totpCode } from '../../../server/platform/staff/totp.ts';
import type { TestApp } from './app.ts';

const password = 'correct horse battery';

/** A member of staff with a session, and calls in their name. A call that needs a fresh code sends one first, as the desk does. */
export interface StaffMember {
  id: string;
  name: string;
  token: string;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<LightMyRequestResponse>;
}

/** The code that a person's authenticator app shows now. */
export async function codeFor({ deps, clock }: TestApp, name: string, stepsAhead = 0): Promise<string> {
  const { id, totp_sealed } = await deps.db.selectFrom('staff').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
  if (totp_sealed === null) throw new Error(`${name} has no authenticator app.`);
  return totpCode(openSecret(deps.settings.keyring, { id, totp_sealed }), stepOf(clock.now()) + stepsAhead);
}

export const signIn = async (
  server: TestApp,
  name: string,
  more: object = {},
  remoteAddress = '127.0.0.1',
): Promise<LightMyRequestResponse> =>
  server.app.inject({
    method: 'POST',
    remoteAddress,
    url: '/api/staff/sessions',
    payload: { name, password, code: await codeFor(server, name), ...more },
  });

/** Adds a person with a role and logs them in. */
export async function staffMember(server: TestApp, role: StaffRole, name: string = role): Promise<StaffMember> {
  const { person } = await addPerson(server.deps, { name, role, password }, 'test');
  const response = await signIn(server, name);
  const { token } = response.json<{ token: string }>();
  return {
    id: person.id,
    name,
    token,
    call: async (method, url, body) => {
      const call = { method, url, headers: { authorization: `Bearer ${token}` }, ...(body ? { payload: body } : {}) };
      const refused = await server.app.inject(call);
      if (refused.statusCode !== 403 || !refused.body.includes('freshCodeRequired')) return refused;
      const payload = { code: await codeFor(server, name) };
      await server.app.inject({ ...call, method: 'POST', url: '/api/staff/session/codes', payload });
      return server.app.inject(call);
    },
  };
}

let supportPeople = 0;

/** A new member of customer service, because time travel also ends staff sessions. */
export const freshSupport = (server: TestApp): Promise<StaffMember> => staffMember(server, 'support', `support-${(supportPeople += 1)}`);
