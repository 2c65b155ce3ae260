import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';
import { addSeconds } from '../time.ts';
import type { StaffChallengeRow } from './table.ts';

const lifetimeSeconds = 300;

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** The site that passkeys belong to (WebAuthn, relying party). In production, nothing of it comes from the request. */
export function relyingParty({ settings }: Pick<Deps, 'settings'>, request: FastifyRequest): { origin: string; id: string } {
  const { publicUrl, mode } = settings;
  if (publicUrl === undefined && mode === 'production') return fail('unavailable', { detail: 'Passkeys need PUBLIC_URL.' });
  const origin = publicUrl ?? `${request.protocol}://${request.host}`;
  return { origin, id: new URL(origin).hostname };
}

interface Bound {
  purpose: StaffChallengeRow['purpose'];
  /** The session that requests it. A challenge before a login has none. */
  tokenHash?: Uint8Array;
}

/** Creates a challenge, in base64url. */
export async function newChallenge({ db, clock, random }: Deps, { purpose, tokenHash }: Bound): Promise<string> {
  const now = clock.now();
  const challenge = randomToken(random);
  await db.deleteFrom('staff_challenges').where('expires_at', '<=', now).execute();
  const row = { hash: hashOf(challenge), purpose, token_hash: tokenHash ?? null, expires_at: addSeconds(now, lifetimeSeconds) };
  await db.insertInto('staff_challenges').values(row).execute();
  return challenge;
}

/** Consumes the challenge that an authenticator signed. Returns undefined if it is forged, used, expired, or belongs to another session. */
export async function takeChallenge(
  { db, clock }: Deps,
  clientDataJSON: string,
  { purpose, tokenHash }: Bound,
): Promise<string | undefined> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const taken = await db
    .deleteFrom('staff_challenges')
    .where('hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('token_hash', tokenHash === undefined ? 'is' : '=', tokenHash ?? null)
    .where('expires_at', '>', clock.now())
    .returning('hash')
    .executeTakeFirst();
  return taken && challenge;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
