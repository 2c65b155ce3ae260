import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { OperationDefinition } from '../../../engine/config/definitions.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import { findSession, hashSecret, resolveSession, sessionIdOf, tokenHeader, type Session, type SessionSecrets } from './sessions.ts';

/** Starts a guest session, with a cookie and a token like a customer's. */
export async function beginGuestSession(tx: Tx, deps: Deps, invitationId: string): Promise<SessionSecrets> {
  const now = deps.clock.now();
  const secrets = { id: randomToken(deps.random), token: randomToken(deps.random) };
  await tx
    .insertInto('guest_sessions')
    .values({
      id_hash: hashSecret(secrets.id),
      token_hash: hashSecret(secrets.token),
      invitation_id: invitationId,
      created_at: now,
      expires_at: addSeconds(now, loginPolicy(deps).guestMinutes * 60),
    })
    .execute();
  return secrets;
}

/** Returns the guest of a request if cookie and token match, whether or not the invitation still works. */
async function guestOfRequest(deps: Deps, request: FastifyRequest) {
  const id = sessionIdOf(deps, request);
  const token = request.headers[tokenHeader];
  const row = id && typeof token === 'string' ? await findGuest(deps, id) : undefined;
  return row && timingSafeEqual(row.guest_token, hashSecret(String(token))) ? row : undefined;
}

/** Ends the caller's guest session. Returns false if the caller has none. */
export async function endGuestSession(deps: Deps, request: FastifyRequest): Promise<boolean> {
  const row = await guestOfRequest(deps, request);
  if (!row) return false;
  await deps.db.deleteFrom('guest_sessions').where('id_hash', '=', row.id_hash).execute();
  return true;
}

/** Returns the id of the customer whose flow the caller answers. */
export const flowOwnerOf = async (deps: Deps, request: FastifyRequest): Promise<string | undefined> =>
  (await findSession(deps, request))?.customerId ?? (await guestOfRequest(deps, request))?.id;

/** Returns the caller of an operation that guests may use. Refuses with `guestEnded` if a guest's session or invitation has ended. */
export async function resolveGuestOrCustomer(deps: Deps, request: FastifyRequest): Promise<Session> {
  const row = await guestOfRequest(deps, request);
  if (!row) return resolveSession(deps, request);
  const now = deps.clock.now();
  if (row.ended_at !== null || row.declined_at !== null || row.invited_until <= now || row.session_until <= now) fail('guestEnded');
  const { invitation_id: invitationId, flow, step, done_at: doneAt, opened_at: openedAt } = row;
  const since = openedAt ?? now;
  return {
    idHash: row.id_hash,
    customerId: row.id,
    customer: row,
    startedAt: since,
    verifiedAt: since,
    guest: { invitationId, flow, step, isDone: doneAt !== null },
  };
}

const findGuest = (deps: Deps, id: string) =>
  deps.db
    .selectFrom('guest_sessions as session')
    .innerJoin('invitations as invitation', 'invitation.id', 'session.invitation_id')
    .innerJoin('customers', 'customers.id', 'invitation.customer_id')
    .selectAll('customers')
    .select(['session.id_hash', 'session.token_hash as guest_token', 'session.expires_at as session_until'])
    .select(['invitation.id as invitation_id', 'invitation.flow', 'invitation.step', 'invitation.expires_at as invited_until'])
    .select(['invitation.opened_at', 'invitation.done_at', 'invitation.declined_at', 'invitation.ended_at'])
    .where('session.id_hash', '=', hashSecret(id))
    .executeTakeFirst();

/** Refuses a guest everything except the one step. Together with `guests` in the contract, this is the only place that decides it. */
export function assertGuestMay({ guest }: Session, operation: OperationDefinition, input: unknown): void {
  if (!guest) return;
  const { flow, step = guest.step } = input as { flow?: unknown; step?: unknown };
  if (!operation.guests || flow !== guest.flow || step !== guest.step) fail('unauthenticated');
}
