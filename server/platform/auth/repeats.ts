import { createHmac, timingSafeEqual } from 'node:crypto';
import { derive } from '../crypto/keyring.ts';
import type { Deps } from '../deps.ts';
import { randomToken } from '../random.ts';
import { isCode } from './codes.ts';

/** The source of a code request, and its idempotency key. */
export interface Asked {
  digest: string;
  /** The session to refresh, or the invitation, that the code is bound to. Absent for a login. */
  sessionHash?: Uint8Array;
  /** Idempotency key, if the client sent one. */
  key?: string;
}

const keyed = (deps: Deps, purpose: string, text: string) =>
  createHmac('sha256', derive(deps.settings.keyring[0], purpose)).update(text).digest();

const challengeIdLength = 22;

/**
 * Derives the challenge id of a request. A retry under the same idempotency key gets the same id, so a lost response can be replayed
 * without a second message. `sent` is true for such a retry.
 */
export async function challengeFor(deps: Deps, { digest, sessionHash, key }: Asked): Promise<{ challengeId: string; sent: boolean }> {
  const fresh = { challengeId: randomToken(deps.random, 16), sent: false };
  if (key === undefined) return fresh;
  const session = Buffer.from(sessionHash ?? []).toString('hex');
  const challengeId = keyed(deps, 'challenge of a request', `${digest}|${session}|${key}`)
    .toString('base64url')
    .slice(0, challengeIdLength);
  const known = await findTimes(deps, challengeId);
  if (!known) return { challengeId, sent: false };
  // A used or expired challenge is replaced, whatever the key.
  return isWaiting(deps, known) ? { challengeId, sent: true } : fresh;
}

export async function isSent(deps: Deps, challengeId: string): Promise<boolean> {
  const known = await findTimes(deps, challengeId);
  return known !== undefined && isWaiting(deps, known);
}

const findTimes = (deps: Deps, id: string) =>
  deps.db.selectFrom('login_challenges').select(['used_at', 'expires_at']).where('id', '=', id).executeTakeFirst();

const isWaiting = (deps: Deps, { used_at: usedAt, expires_at: expiresAt }: { used_at: Date | null; expires_at: Date }) =>
  usedAt === null && expiresAt > deps.clock.now();

export const keyDigest = (deps: Deps, challengeId: string, key: string): Buffer => keyed(deps, 'key of a guess', `${challengeId}|${key}`);

interface Used {
  id: string;
  code_hash: Uint8Array;
  used_key: Uint8Array | null;
  expires_at: Date;
}

/** Whether this repeats the right guess under its idempotency key, while the code would still be valid. */
export function isRepeated(deps: Deps, challenge: Used, code: string, key: string | undefined): boolean {
  const { id, used_key: usedKey, code_hash: codeHash, expires_at: expiresAt } = challenge;
  if (key === undefined || !usedKey || expiresAt <= deps.clock.now()) return false;
  return timingSafeEqual(usedKey, keyDigest(deps, id, key)) && isCode(deps, id, code, codeHash);
}
