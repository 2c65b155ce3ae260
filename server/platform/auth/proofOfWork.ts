import { createChallenge, verifySolution, type Challenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { derive } from '../crypto/keyring.ts';
import type { Deps } from '../deps.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';

const iterationsPerTry = 5000;

const secretOf = (deps: Deps) => derive(deps.settings.keyring[0], 'proof of work').toString('hex');

/** `beside` is solved in addition to the digits. `alone` replaces them for people who cannot see the picture. */
type Use = 'beside' | 'alone';

/**
 * A proof of work for the client (altcha v2). A script reads the picture quickly, so the picture alone does not slow it down. The puzzle is
 * bound to the image code and its use, and expires with it. Altcha's own expiry would follow the machine's clock instead of ours.
 */
export function createPuzzle(deps: Deps, imageCodeId: string, use: Use): Promise<Challenge> {
  const { proofTries, proofAloneTries } = loginPolicy(deps);
  const tries = use === 'alone' ? proofAloneTries : proofTries;
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: iterationsPerTry,
    // Between half and one and a half times `tries`: a client that could predict the number would not have to search.
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
