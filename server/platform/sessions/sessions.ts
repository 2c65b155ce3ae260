import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { cookieOfPages } from '../http/hosts.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import type { StoredCustomer } from '../customer/customers.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';

/** A customer who is logged in. */
export interface Session {
  /** Hash of the session's id; names the session in the database. */
  idHash: Uint8Array;
  customerId: string;
  /** Read together with the session: nearly every request needs it. */
  customer: StoredCustomer;
  startedAt: Date;
  /** When the phone was last proved: at the login, or later by a fresh code. */
  verifiedAt: Date;
}

/** Both secrets of a new session; only their hashes are kept. */
export interface SessionSecrets {
  id: string;
  token: string;
}

export const tokenHeader = 'x-hakbang-token';
/** `__Host-` binds the cookie to this very host, but browsers demand HTTPS for it. */
export const cookieName = (deps: Pick<Deps, 'settings'>): string => (deps.settings.secure ? '__Host-session' : 'session');

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Writing the time of the last call each time would double the writes of reads. */
const touchEverySeconds = 60;

/** Begins a session. Its id goes into the cookie, its token into the answer; neither serves without the other. */
export async function beginSession(deps: Deps, customerId: string): Promise<SessionSecrets> {
  const now = deps.clock.now();
  const secrets = { id: randomToken(deps.random), token: randomToken(deps.random) };
  await deps.db
    .insertInto('sessions')
    .values({
      id_hash: hash(secrets.id),
      token_hash: hash(secrets.token),
      customer_id: customerId,
      created_at: now,
      verified_at: now,
      last_seen_at: now,
      expires_at: addSeconds(now, loginPolicy(deps).sessionMaxHours * 3600),
    })
    .execute();
  return secrets;
}

/** The session of a request, or the problem `unauthenticated`. */
export async function resolveSession(deps: Deps, request: FastifyRequest): Promise<Session> {
  return (await findSession(deps, request)) ?? fail('unauthenticated');
}

/** The session of a request, if cookie and token belong together and it has neither idled out nor ended. */
export async function findSession(deps: Deps, request: FastifyRequest): Promise<Session | undefined> {
  const id = request.cookies[cookieName(deps)];
  const token = request.headers[tokenHeader];
  if (!id || typeof token !== 'string') return undefined;
  const row = await deps.db
    .selectFrom('sessions')
    .innerJoin('customers', 'customers.id', 'sessions.customer_id')
    .selectAll('customers')
    .select(['id_hash', 'token_hash', 'sessions.created_at as started_at', 'verified_at', 'last_seen_at', 'expires_at'])
    .where('id_hash', '=', hash(id))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.token_hash, hash(token))) return undefined;
  const now = deps.clock.now();
  const idlesOutAt = addSeconds(row.last_seen_at, loginPolicy(deps).sessionIdleMinutes * 60);
  if (now >= row.expires_at || now >= idlesOutAt) return undefined;
  if (now >= addSeconds(row.last_seen_at, touchEverySeconds)) await touch(deps, row.id_hash, now);
  return { idHash: row.id_hash, customerId: row.id, customer: row, startedAt: row.started_at, verifiedAt: row.verified_at };
}

async function touch(deps: Deps, idHash: Uint8Array, now: Date): Promise<void> {
  await deps.db.updateTable('sessions').set({ last_seen_at: now }).where('id_hash', '=', idHash).where('ended_at', 'is', null).execute();
}

export async function hasEnded({ db }: Pick<Deps, 'db'>, { idHash }: Session): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('ended_at').where('id_hash', '=', idHash).executeTakeFirst();
  return row?.ended_at !== null;
}

/** Ends a session for good. */
export async function endSession(deps: Deps, idHash: Uint8Array): Promise<void> {
  await deps.db.updateTable('sessions').set({ ended_at: deps.clock.now() }).where('id_hash', '=', idHash).execute();
}

/** Ends the session whose cookie a request still carries, if any: a new login leaves no old one behind. */
export async function endSessionOfCookie(deps: Deps, request: FastifyRequest): Promise<void> {
  const id = request.cookies[cookieName(deps)];
  if (id) await endSession(deps, hash(id));
}

export function setSessionCookie(deps: Deps, reply: FastifyReply, id: string): void {
  reply.setCookie(cookieName(deps), id, {
    path: '/',
    httpOnly: true,
    // Strict is no hindrance: pages need no cookie, and calls from our own page are same-site however it was reached.
    sameSite: 'strict',
    secure: deps.settings.secure,
    ...cookieOfPages(deps),
    maxAge: loginPolicy(deps).sessionMaxHours * 3600,
  });
}

export function clearSessionCookie(deps: Deps, reply: FastifyReply): void {
  reply.clearCookie(cookieName(deps), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.settings.secure,
    ...cookieOfPages(deps),
  });
}
