import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { crossSiteCookie } from '../http/hosts.ts';
import type { Deps } from '../deps.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import type { Question } from './provider.ts';

const lifetimeSeconds = 600;
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const cookieName = ({ settings }: Deps): string => `${settings.secure ? '__Host-' : ''}staff-login`;

/** Lax, because the provider redirects back from another site. */
const cookieOptions = (deps: Deps) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: deps.settings.secure, ...crossSiteCookie(deps) }) as const;

/**
 * Begins a login. The state names it (RFC 6749 §10.12), and a cookie binds it to the browser: with the state alone, an attacker could log
 * somebody in as somebody else.
 */
export async function beginAttempt(deps: Deps, reply: FastifyReply, returnTo: string): Promise<Question> {
  const { db, clock, random } = deps;
  const now = clock.now();
  const [state, browser] = [randomToken(random), randomToken(random)];
  const [nonce, verifier] = [randomToken(random), randomToken(random, 48)];
  await db.deleteFrom('staff_login_attempts').where('expires_at', '<=', now).execute();
  await db
    .insertInto('staff_login_attempts')
    .values({
      state_hash: hash(state),
      browser_hash: hash(browser),
      nonce,
      verifier,
      return_to: returnTo,
      staff_id: null,
      expires_at: addSeconds(now, lifetimeSeconds),
    })
    .execute();
  reply.setCookie(cookieName(deps), browser, { ...cookieOptions(deps), maxAge: lifetimeSeconds });
  return { state, nonce, verifier };
}

/** Consumes the attempt that a redirect belongs to. Undefined if the state is made up, used, expired, or belongs to another browser. */
export async function takeAnswer(
  deps: Deps,
  request: FastifyRequest,
  state: string,
): Promise<{ question: Question; returnTo: string } | undefined> {
  const browser = request.cookies[cookieName(deps)];
  if (!browser) return undefined;
  const row = await deps.db
    .updateTable('staff_login_attempts')
    .set({ is_answered: true })
    .where('state_hash', '=', hash(state))
    .where('browser_hash', '=', hash(browser))
    .where('is_answered', '=', false)
    .where('expires_at', '>', deps.clock.now())
    .returning(['nonce', 'verifier', 'return_to'])
    .executeTakeFirst();
  return row && { question: { state, nonce: row.nonce, verifier: row.verifier }, returnTo: row.return_to };
}

/** Allows the browser of an attempt to log in as this person. */
export const admit = ({ db }: Deps, state: string, staffId: string) =>
  db
    .updateTable('staff_login_attempts')
    .set({ staff_id: staffId })
    .where('state_hash', '=', hash(state))
    .where('is_answered', '=', true)
    .execute();

/** Returns the person who may log in with this browser. Consumes the permission. */
export async function takeAdmitted(deps: Deps, reply: FastifyReply): Promise<string | undefined> {
  const browser = reply.request.cookies[cookieName(deps)];
  reply.clearCookie(cookieName(deps), cookieOptions(deps));
  if (!browser) return undefined;
  const row = await deps.db
    .deleteFrom('staff_login_attempts')
    .where('browser_hash', '=', hash(browser))
    .where('staff_id', 'is not', null)
    .where('expires_at', '>', deps.clock.now())
    .returning('staff_id')
    .executeTakeFirst();
  return row?.staff_id ?? undefined;
}
