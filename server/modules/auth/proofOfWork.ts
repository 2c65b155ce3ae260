import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { derive } from '../../crypto/keyring.ts';
import type { Deps } from '../../deps.ts';

/** About half a second of a laptop's time, a few seconds of a cheap phone's. */
const iterationsPerTry = 5000;
const fewestTries = 100;
const mostTries = 300;

const secretOf = (deps: Deps) => derive(deps.settings.keyring[0], 'proof of work').toString('hex');

/**
 * A puzzle for whoever cannot see the picture (altcha, its version 2). Bound to the image code it stands in for, and
 * ends with it: altcha's own expiry would go by the machine's clock, not by ours.
 */
export function createPuzzle(deps: Deps, imageCodeId: string): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: iterationsPerTry,
    counter: fewestTries + deps.random.below(mostTries - fewestTries),
    deriveKey,
    hmacSignatureSecret: secretOf(deps),
    data: { imageCode: imageCodeId },
  });
}

/**
 * Whether `proof` solves the puzzle of this image code.
 *
 * @param proof base64 of the JSON `{ challenge: { parameters, signature }, solution }`, as altcha's widget sends it
 */
export async function isSolved(deps: Deps, imageCodeId: string, proof: string): Promise<boolean> {
  const payload = readPayload(proof);
  if (payload?.challenge.parameters.data?.['imageCode'] !== imageCodeId) return false;
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
