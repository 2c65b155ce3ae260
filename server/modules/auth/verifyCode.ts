import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { operations } from '../../contract/operations.ts';
import type { Tx } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../http/problem.ts';
import { defaultLanguage, findOrRegister, recordConsent, recordPromotion } from '../customer/customers.ts';
import { phoneVault, type PhoneNumber } from '../customer/phone.ts';
import { isCode } from './codes.ts';
import { countFailure } from './counters.ts';
import { checkImageCode, isImageCodeDue, refuseLocked } from './guard.ts';
import { loginPolicy } from './policy.ts';
import { privacyDocument } from './privacy.ts';
import { assertCodeLength } from './readInput.ts';

type Input = Static<(typeof operations)['auth.verifyCode']['input']>;

export interface Verified {
  customerId: string;
  phone: PhoneNumber;
  isNew: boolean;
}

/** What came of one guess. `refused`: not evaluated, because the number is locked or the code is dead. */
type Guess =
  | { outcome: 'right'; verified: Verified }
  | { outcome: 'wrong'; guesses: number; failures: number }
  | { outcome: 'locked' }
  | { outcome: 'dead' };

/** Evaluates a guess at a code; answers who is logged in, or refuses with `codeIncorrect` and the guesses that remain. */
export async function verifyCode(deps: Deps, input: Input): Promise<Verified> {
  assertCodeLength(deps, input.code);
  const challenge = await findChallenge(deps, input.challengeId);
  if (!challenge) return refuseGuess(0);
  refuseLocked(deps, challenge.failures);
  // A flood of guesses at a dead code ends here; those that race past it are counted in `evaluate`.
  if (!isAlive(deps, challenge)) return refuseGuess(0);
  if (!challenge.human && (await isImageCodeDue(deps, challenge.failures))) {
    await checkImageCode(deps, true, input.imageCode);
    await deps.db.updateTable('login_challenges').set({ human: true }).where('id', '=', challenge.id).execute();
  }
  const guess = await deps.db.transaction().execute((tx) => evaluate(deps, tx, challenge.id, challenge.phone_digest, input.code));
  return answerTo(deps, guess);
}

function answerTo(deps: Deps, guess: Guess): Verified {
  if (guess.outcome === 'right') return guess.verified;
  if (guess.outcome === 'locked') return fail('securityLock');
  if (guess.outcome === 'dead') return refuseGuess(0);
  refuseLocked(deps, guess.failures);
  return refuseGuess(loginPolicy(deps).guessesPerCode - guess.guesses);
}

const refuseGuess = (remaining: number) => fail('codeIncorrect', { params: { remaining } });

const findChallenge = (deps: Deps, id: string) =>
  deps.db
    .selectFrom('login_challenges as challenge')
    .innerJoin('login_numbers as number', 'number.phone_digest', 'challenge.phone_digest')
    .select(['challenge.id', 'challenge.phone_digest', 'challenge.human', 'number.failures'])
    .select(['challenge.guesses', 'challenge.used_at', 'challenge.expires_at'])
    .where('challenge.id', '=', id)
    .executeTakeFirst();

const isAlive = (deps: Deps, challenge: { guesses: number; used_at: Date | null; expires_at: Date }) =>
  challenge.used_at === null && challenge.guesses < loginPolicy(deps).guessesPerCode && challenge.expires_at > deps.clock.now();

/**
 * The right to one guess is taken before the code is looked at, in two statements that count and check at once. So of
 * any number of guesses that arrive together, no more are evaluated than the code and the number allow.
 */
async function evaluate(deps: Deps, tx: Tx, challengeId: string, digest: string, code: string): Promise<Guess> {
  const number = await countGuessAtNumber(deps, tx, digest);
  if (!number) return { outcome: 'locked' };
  const challenge = await countGuessAtCode(deps, tx, challengeId);
  if (!challenge) return (await undoGuessAtNumber(tx, digest), { outcome: 'dead' });
  if (!isCode(deps, challengeId, code, challenge.code_hash)) {
    await countFailure(tx, deps.clock.now());
    return { outcome: 'wrong', guesses: challenge.guesses, failures: number.failures };
  }
  await tx.updateTable('login_challenges').set({ used_at: deps.clock.now() }).where('id', '=', challengeId).execute();
  await tx.updateTable('login_numbers').set({ failures: 0 }).where('phone_digest', '=', digest).execute();
  return { outcome: 'right', verified: await logIn(deps, tx, challenge) };
}

const countGuessAtNumber = (deps: Deps, tx: Tx, digest: string) =>
  tx
    .updateTable('login_numbers')
    .set({ failures: sql<number>`failures + 1` })
    .where('phone_digest', '=', digest)
    .where('failures', '<', loginPolicy(deps).lockAfterFailures)
    .returning('failures')
    .executeTakeFirst();

const undoGuessAtNumber = (tx: Tx, digest: string) =>
  tx
    .updateTable('login_numbers')
    .set({ failures: sql<number>`failures - 1` })
    .where('phone_digest', '=', digest)
    .execute();

const countGuessAtCode = (deps: Deps, tx: Tx, id: string) =>
  tx
    .updateTable('login_challenges')
    .set({ guesses: sql<number>`guesses + 1` })
    .where('id', '=', id)
    .where('guesses', '<', loginPolicy(deps).guessesPerCode)
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock.now())
    .returningAll()
    .executeTakeFirst();

type Challenge = NonNullable<Awaited<ReturnType<typeof countGuessAtCode>>>;

async function logIn(deps: Deps, tx: Tx, challenge: Challenge): Promise<Verified> {
  const phone = phoneVault(deps.settings.keyring).open(challenge.phone_sealed);
  const { id: customerId, isNew } = await findOrRegister(deps, tx, phone, challenge.language ?? undefined);
  if (isNew) await recordPromotion(deps, tx, customerId, challenge.promotion);
  if (challenge.privacy_hash !== null) {
    const language = challenge.language ?? defaultLanguage(deps);
    await recordConsent(deps, tx, { customerId, document: privacyDocument, hash: challenge.privacy_hash, language });
  }
  return { customerId, phone, isNew };
}
