import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { derive } from '../crypto/keyring.ts';
import type { Deps } from '../deps.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';

const iterationsPerTry = 5000;

const secretOf = (deps: Deps) => derive(deps.settings.keyring[0], 'proof of work').toString('hex');

/** `beside` the digits of the picture; `alone` in place of them, for who cannot see it. */
type Use = 'beside' | 'alone';

/**
 * Work for the device that asks (altcha, its version 2): a script reads the picture in no time, so the picture alone holds nobody
 * up. Bound to the image code and its use, and ends with it: altcha's own expiry would go by the machine's clock, not by ours.
 */
export function createPuzzle(deps: Deps, imageCodeId: string, use: Use): Promise<Challenge> {
  const { proofTries, proofAloneTries } = loginPolicy(deps);
  const tries = use === 'alone' ? proofAloneTries : proofTries;
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: iterationsPerTry,
    // Half to one and a half times the tries: who could foresee the number would not have to search for it.
    counter: Math.ceil(tries / 2) + deps.random.below(tries),
    deriveKey,
    hmacSignatureSecret: secretOf(deps),
    data: { imageCode: imageCodeId, use },
  });
}

/**
 * Whether `proof` solves the puzzle of this image code for this use.
 *
 * @param proof base64 of the JSON `{ challenge: { parameters, signature }, solution }`, as altcha's widget sends it
 */
export async function isSolved(deps: Deps, imageCodeId: string, use: Use, proof: string): Promise<boolean> {
  const payload = readPayload(proof);
  const data = payload?.challenge.parameters.data;
  if (!payload || data?.['imageCode'] !== imageCodeId || data['use'] !== use) return false;
  try {
    const { challenge, solution } = payload;
    return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: secretOf(deps) })).verified;
  } catch {
    return false;
  }
}

function readPayload(proof: string): Payload | undefined {
  try {
    const value = JSON.parse(Buffer.from(proof, 'base64').toString()) as Partial<Payload>;
    return value.challenge?.parameters && value.solution ? (value as Payload) : undefined;
  } catch {
    return undefined;
  }
}
