import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Input } from '../../contract/platformOperations.ts';
import { derive } from '../crypto/keyring.ts';
import type { Deps } from '../deps.ts';
import { randomToken } from '../random.ts';
import { addSeconds, hourSeconds } from '../time.ts';
import { takeUnder } from '../limits/caps.ts';
import { drawDigits } from './imagePicture.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { createPuzzle, isSolved } from './proofOfWork.ts';
import { sourceOf } from '../http/source.ts';

export type ImageCodeAnswer = NonNullable<Input<'auth.requestCode'>['imageCode']>;

const digitCount = 5;

const hashOf = (deps: Deps, id: string, answer: string) =>
  createHmac('sha256', derive(deps.settings.keyring[0], 'image code')).update(`${id}|${answer}`).digest();

/**
 * Creates a picture of digits with a proof of work to solve in addition, and a harder proof of work to solve instead. Rate limited with
 * `tooFrequent`, because a picture costs the server more than a request costs a script.
 */
export async function createImageCode(deps: Deps, address: string) {
  const { imageCodesPerAddressPerHour, imageCodesPerMinute, imageCodeLifetimeSeconds } = loginPolicy(deps);
  await takeUnder(deps, [
    { scope: 'images', key: sourceOf(address).address, cap: imageCodesPerAddressPerHour, windowSeconds: hourSeconds },
    { scope: 'images', key: 'all', cap: imageCodesPerMinute, windowSeconds: 60 },
  ]);
  const id = randomToken(deps.random, 16);
  const digits = Array.from({ length: digitCount }, () => deps.random.below(10)).join('');
  const expiresAt = addSeconds(deps.clock.now(), imageCodeLifetimeSeconds);
  const [picture, proofOfWork, proofAlone] = await Promise.all([
    drawDigits(digits, deps.random),
    createPuzzle(deps, id, 'beside'),
    createPuzzle(deps, id, 'alone'),
  ]);
  await deps.db
    .insertInto('image_codes')
    .values({ id, answer_hash: hashOf(deps, id, digits), expires_at: expiresAt })
    .execute();
  return { challengeId: id, image: `data:image/png;base64,${picture.toString('base64')}`, proofOfWork, proofAlone };
}

/** Whether the image code was solved. A code can be tried once, whether the answer is right or wrong. */
export async function solveImageCode(deps: Deps, answer: ImageCodeAnswer): Promise<boolean> {
  const now = deps.clock.now();
  const row = await deps.db
    .updateTable('image_codes')
    .set({ used_at: now })
    .where('id', '=', answer.challengeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('answer_hash')
    .executeTakeFirst();
  if (!row) return false;
  const { challengeId, answer: digits, proof = '' } = answer;
  if (digits === undefined) return isSolved(deps, challengeId, 'alone', proof);
  const isRead = timingSafeEqual(row.answer_hash, hashOf(deps, challengeId, digits.replace(/\s/g, '')));
  return isRead && isSolved(deps, challengeId, 'beside', proof);
}
