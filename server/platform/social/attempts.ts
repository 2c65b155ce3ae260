import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { crossSiteCookie } from '../http/hosts.ts';
import { codeChallengeOf } from '../../ports/socialLink.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import type { Session } from '../sessions/sessions.ts';
import { provider } from './links.ts';

const lifetimeSeconds = 600;
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
/** The session cookie is Strict, so browsers omit it when the provider redirects back. This cookie is Lax. */
const cookieName = ({ settings }: Deps): string => (settings.secure ? '__Host-social' : 'social');

/** OAuth state and PKCE verifier. The verifier never leaves the server. */
export interface Attempt {
  state: string;
  codeChallenge: string;
}

/**
 * Starts an attempt for a session in one browser. The state identifies it (RFC 6749 §10.12), and a cookie binds it to the browser. With the
 * state alone, an attacker could link another person's account to their own profile.
 */
export async function beginAttempt(deps: Deps, session: Session, reply: FastifyReply): Promise<Attempt> {
  const [state, browser, verifier] = [randomToken(deps.random), randomToken(deps.random), randomToken(deps.random, 48)];
  await deps.db
    .insertInto('social_attempts')
    .values({
      state_hash: hash(state),
      customer_id: session.customerId,
      provider,
      session_hash: session.idHash,
      browser_hash: hash(browser),
      verifier,
      expires_at: addSeconds(deps.clock.now(), lifetimeSeconds),
    })
    .execute();
  reply.setCookie(cookieName(deps), browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.settings.secure,
    ...crossSiteCookie(deps),
    maxAge: lifetimeSeconds,
  });
  return { state, codeChallenge: codeChallengeOf(verifier) };
}

/** Returns the attempt of a redirect, once. Undefined if it expired, belongs to another browser, or its session has ended. */
export async function takeAttempt(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Promise<{ customerId: string; verifier: string } | undefined> {
  const browser = request.cookies[cookieName(deps)];
  reply.clearCookie(cookieName(deps), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.settings.secure,
    ...crossSiteCookie(deps),
  });
  if (!browser) return undefined;
  const row = await deps.db
    .deleteFrom('social_attempts')
    .where('state_hash', '=', hash(state))
    .where('browser_hash', '=', hash(browser))
    .returning(['customer_id', 'session_hash', 'verifier', 'expires_at'])
    .executeTakeFirst();
  const now = deps.clock.now();
  if (!row || now >= row.expires_at) return undefined;
  const session = await deps.db
    .selectFrom('sessions')
    .select('customer_id')
    .where('id_hash', '=', row.session_hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return session && { customerId: row.customer_id, verifier: row.verifier };
}

export const sweepAttempts = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.deleteFrom('social_attempts').where('expires_at', '<', clock.now()).execute();
