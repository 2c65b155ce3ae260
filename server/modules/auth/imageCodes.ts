import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Static } from 'typebox';
import type { operations } from '../../contract/operations.ts';
import { derive } from '../../crypto/keyring.ts';
import type { Deps } from '../../deps.ts';
import { randomToken } from '../../random.ts';
import { addSeconds } from '../../time.ts';
import { drawDigits } from './imagePicture.ts';
import { loginPolicy } from './policy.ts';
import { createPuzzle, isSolved } from './proofOfWork.ts';

export type ImageCodeAnswer = NonNullable<Static<(typeof operations)['auth.requestCode']['input']>['imageCode']>;

const digitCount = 5;

const hashOf = (deps: Deps, id: string, answer: string) =>
  createHmac('sha256', derive(deps.settings.keyring[0], 'image code')).update(`${id}|${answer}`).digest();

/** A picture of digits, and a proof of work in its place. */
export async function createImageCode(deps: Deps) {
  const id = randomToken(deps.random, 16);
  const digits = Array.from({ length: digitCount }, () => deps.random.below(10)).join('');
  const expiresAt = addSeconds(deps.clock.now(), loginPolicy(deps).imageCodeLifetimeSeconds);
  const [picture, proofOfWork] = await Promise.all([drawDigits(digits, deps.random), createPuzzle(deps, id)]);
  await deps.db
    .insertInto('image_codes')
    .values({ id, answer_hash: hashOf(deps, id, digits), expires_at: expiresAt })
    .execute();
  return { challengeId: id, image: `data:image/png;base64,${picture.toString('base64')}`, proofOfWork };
}

/** Whether the image code was solved. Each serves once, whether the answer is right or wrong. */
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
  if (answer.proof !== undefined) return isSolved(deps, answer.challengeId, answer.proof);
  return timingSafeEqual(row.answer_hash, hashOf(deps, answer.challengeId, (answer.answer ?? '').replace(/\s/g, '')));
}
