import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { cookieOfPages, pageCookieName } from '../http/hosts.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import type { StoredCustomer } from '../customer/customers.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';

/** The session of a logged-in customer. */
export interface Session {
  /** Hash of the session id. Primary key in the database. */
  idHash: Uint8Array;
  customerId: string;
  /** Read with the session, because nearly every request needs it. */
  customer: StoredCustomer;
  startedAt: Date;
  /** When the phone was last verified: at login, or later by a fresh code. */
  verifiedAt: Date;
  /**
   * Present in a guest session. The guest is not the customer: `customerId` is the owner of the flow. Only operations marked `guests` get
   * one.
   */
  guest?: GuestAccess;
}

/** The one step that a guest answers. */
export interface GuestAccess {
  invitationId: string;
  flow: string;
  step: string;
  /** The answers were sent. */
  isDone: boolean;
}

/** Both secrets of a new session. The database stores only their hashes. */
export interface SessionSecrets {
  id: string;
  token: string;
}

export const tokenHeader = 'x-hakbang-token';
const cookieName = 'session';

/** Hashes a session's secret for the database. */
export const hashSecret = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Updating the last access on every call would turn every read into a write. */
const touchEverySeconds = 60;

/** Starts a session. The id goes into the cookie, the token into the response body. A request needs both. */
export async function beginSession(deps: Deps, customerId: string): Promise<SessionSecrets> {
  const now = deps.clock.now();
  const secrets = { id: randomToken(deps.random), token: randomToken(deps.random) };
  await deps.db
    .insertInto('sessions')
    .values({
      id_hash: hashSecret(secrets.id),
      token_hash: hashSecret(secrets.token),
      customer_id: customerId,
      created_at: now,
      verified_at: now,
      last_seen_at: now,
      expires_at: addSeconds(now, loginPolicy(deps).sessionMaxHours * 3600),
    })
    .execute();
  return secrets;
}

/** Returns the id in the cookie of the page's kind. */
export const sessionIdOf = (deps: Deps, request: FastifyRequest): string | undefined =>
  request.cookies[pageCookieName(deps, request, cookieName)];

/** Returns the session of a request, or refuses with `unauthenticated`. */
export async function resolveSession(deps: Deps, request: FastifyRequest): Promise<Session> {
  return (await findSession(deps, request)) ?? fail('unauthenticated');
}

/**
 * Returns the session of a request if cookie and token match and it has not expired.
 *
 * @param isUse false if the request must not extend an idle session
 */
export async function findSession(
  deps: Deps,
  request: FastifyRequest,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<Session | undefined> {
  const id = sessionIdOf(deps, request);
  const token = request.headers[tokenHeader];
  if (!id || typeof token !== 'string') return undefined;
  const row = await deps.db
    .selectFrom('sessions')
    .innerJoin('customers', 'customers.id', 'sessions.customer_id')
    .selectAll('customers')
    .select(['id_hash', 'token_hash', 'sessions.created_at as started_at', 'verified_at', 'last_seen_at', 'expires_at'])
    .where('id_hash', '=', hashSecret(id))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.token_hash, hashSecret(token))) return undefined;
  const now = deps.clock.now();
  const idlesOutAt = addSeconds(row.last_seen_at, loginPolicy(deps).sessionIdleMinutes * 60);
  if (now >= row.expires_at || now >= idlesOutAt) return undefined;
  if (isUse && now >= addSeconds(row.last_seen_at, touchEverySeconds)) await touch(deps, row.id_hash, now);
  return { idHash: row.id_hash, customerId: row.id, customer: row, startedAt: row.started_at, verifiedAt: row.verified_at };
}

async function touch(deps: Deps, idHash: Uint8Array, now: Date): Promise<void> {
  await deps.db.updateTable('sessions').set({ last_seen_at: now }).where('id_hash', '=', idHash).where('ended_at', 'is', null).execute();
}

export async function hasEnded({ db }: Pick<Deps, 'db'>, { idHash }: Session): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('ended_at').where('id_hash', '=', idHash).executeTakeFirst();
  return row?.ended_at !== null;
}

export async function endSession(deps: Deps, idHash: Uint8Array): Promise<void> {
  await deps.db.updateTable('sessions').set({ ended_at: deps.clock.now() }).where('id_hash', '=', idHash).execute();
}

/** Ends the session in the request's cookie, if any, so that a new login leaves no old session behind. */
export async function endSessionOfCookie(deps: Deps, request: FastifyRequest): Promise<void> {
  const id = sessionIdOf(deps, request);
  if (id) await endSession(deps, hashSecret(id));
}

export function setSessionCookie(deps: Deps, reply: FastifyReply, id: string): void {
  const { request } = reply;
  const maxAge = loginPolicy(deps).sessionMaxHours * 3600;
  reply.setCookie(pageCookieName(deps, request, cookieName), id, { ...cookieOfPages(deps, request), maxAge });
}

export function clearSessionCookie(deps: Deps, reply: FastifyReply): void {
  const { request } = reply;
  reply.clearCookie(pageCookieName(deps, request, cookieName), cookieOfPages(deps, request));
}
