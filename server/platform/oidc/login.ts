import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import { sourceOf } from '../http/source.ts';
import { relyingParty } from '../staff/challenges.ts';
import { deviceOf } from '../staff/device.ts';
import { personOf } from '../staff/people.ts';
import { beginStaffSession, setStaffCookie } from '../staff/sessions.ts';
import { takeChallengeTry } from '../staff/tries.ts';
import { admit, beginAttempt, takeAdmitted, takeAnswer } from './attempts.ts';
import { ownerOf, providerOf } from './identities.ts';
import { identityFrom, loginAddress, type Refusal } from './provider.ts';

export const callbackPath = '/api/staff/oidc/callback';

const redirectUri = (deps: Deps, request: FastifyRequest): string => `${relyingParty(deps, request).origin}${callbackPath}`;

/** Begins a login at the provider. Refuses with `unavailable` if it cannot be reached. */
export async function beginLogin(deps: Deps, reply: FastifyReply, returnTo: string): Promise<{ url: string }> {
  const provider = providerOf(deps);
  const { request } = reply;
  await takeChallengeTry(deps, request.ip, 'provider');
  const question = await beginAttempt(deps, reply, returnTo);
  try {
    return { url: await loginAddress(provider, deps, { ...question, redirectUri: redirectUri(deps, request) }) };
  } catch (error) {
    deps.log.error({ err: error }, 'the identity provider of staff cannot be used');
    return fail('unavailable');
  }
}

/**
 * `admitted`: the browser may log in. `unknown`: no person has this identity, or the person has no access. `expired`: too late, used twice,
 * or from another browser.
 */
type Outcome = 'admitted' | 'unknown' | Refusal;

/** Handles the provider's response. Returns our path that shows the outcome, or undefined if no attempt of this browser matches. */
export async function answerLogin(deps: Deps, request: FastifyRequest): Promise<string | undefined> {
  const { state } = request.query as { state?: unknown };
  const attempt = typeof state === 'string' ? await takeAnswer(deps, request, state) : undefined;
  if (!attempt) return undefined;
  const address = new URL(request.url, relyingParty(deps, request).origin);
  return `${attempt.returnTo}?outcome=${await outcomeOf(deps, address, attempt.question)}`;
}

async function outcomeOf(deps: Deps, address: URL, question: Parameters<typeof identityFrom>[3]): Promise<Outcome> {
  const identity = await identityFrom(providerOf(deps), deps, address, question);
  if (typeof identity === 'string') return identity;
  const staffId = await deps.db.transaction().execute((tx) => ownerOf(tx, deps, identity));
  const person = staffId === undefined ? undefined : await enabled(deps, staffId);
  if (!person) {
    // Logged because an admin who knows the subject can link it.
    deps.log.warn({ issuer: identity.issuer, subject: identity.subject }, 'nobody of staff with access has this identity');
    return 'unknown';
  }
  await admit(deps, question.state, person.id);
  return 'admitted';
}

const enabled = ({ db }: Deps, id: string) =>
  db.selectFrom('staff').selectAll().where('id', '=', id).where('disabled_at', 'is', null).executeTakeFirst();

/**
 * Begins a session for the person that the provider identified. It is not fresh: operations marked `fresh` require a code or passkey of
 * ours, so a stolen session of the provider moves no money.
 */
export async function enter(deps: Deps, reply: FastifyReply) {
  const id = await takeAdmitted(deps, reply);
  const row = id === undefined ? undefined : await enabled(deps, id);
  if (!row) return fail('unauthenticated');
  const { request } = reply;
  const cookie = randomToken(deps.random);
  const source = { address: sourceOf(request.ip).address, cookie, device: deviceOf(request), byProvider: true };
  const begun = await deps.db.transaction().execute((tx) => beginStaffSession(tx, deps, row.id, source));
  setStaffCookie(deps, reply, { token: begun.token, cookie });
  return { ...begun, person: personOf(row) };
}
