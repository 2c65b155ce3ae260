import { sql } from 'kysely';
import type { Input } from '../../contract/platformOperations.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { isCode } from './codes.ts';
import { hourSeconds } from '../time.ts';
import { countFailure } from './counters.ts';
import { takeIn } from '../limits/caps.ts';
import { checkImageCode, isImageCodeDue, refuseLocked } from './guard.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { assertCodeLength } from './readInput.ts';
import { isRepeated, keyDigest } from './repeats.ts';

/** Result of one guess. `locked` and `dead` guesses are not evaluated. */
type Guess<Answer> =
  | { outcome: 'right'; answer: Answer }
  | { outcome: 'wrong'; guesses: number; failures: number }
  | { outcome: 'locked' }
  | { outcome: 'dead' };

/** Performs what the right code permits, in the transaction that consumes the code. */
type Opens<Answer> = (tx: Tx, challenge: Challenge, isRepeated: boolean) => Promise<Answer>;

/** Each response opens another session, and each session without a device cookie adds a device. */
const mostRepeats = 20;

export interface GuessRequest {
  input: Input<'auth.verifyCode'>;
  /** Session that the code was sent for; undefined for a login. */
  sessionHash: Uint8Array | undefined;
  /** Idempotency key, if the client sent one. */
  key: string | undefined;
}

/**
 * Evaluates a guess at a code. Refuses with `codeIncorrect` and the remaining guesses. A code proves only what it was sent for: a login, or
 * the one session named by `sessionHash`. If the response to a right guess was lost, a retry with the same idempotency key gets it again.
 * Only the original sender knows that key.
 */
export async function guessCode<Answer>(deps: Deps, { input, sessionHash, key }: GuessRequest, opens: Opens<Answer>): Promise<Answer> {
  assertCodeLength(deps, input.code);
  const challenge = await findChallenge(deps, input.challengeId, sessionHash);
  if (!challenge) return refuseGuess(0);
  refuseLocked(deps, challenge.failures);
  if (isRepeated(deps, challenge, input.code, key)) {
    return deps.db.transaction().execute(async (tx) => {
      const cap = { scope: 'repeats', key: challenge.id, cap: mostRepeats, windowSeconds: hourSeconds } as const;
      await takeIn(tx, [cap], deps.clock.now());
      return opens(tx, challenge, true);
    });
  }
  // Stops a flood of guesses at a dead code early. `evaluate` counts concurrent guesses that get past this check.
  if (!isAlive(deps, challenge)) return refuseGuess(0);
  if (!challenge.human && (await isImageCodeDue(deps, challenge.failures))) {
    await checkImageCode(deps, true, input.imageCode);
    await deps.db.updateTable('login_challenges').set({ human: true }).where('id', '=', challenge.id).execute();
  }
  const guess = await deps.db.transaction().execute((tx) => evaluate(deps, tx, challenge, { code: input.code, key }, opens));
  return answerTo(deps, guess);
}

function answerTo<Answer>(deps: Deps, guess: Guess<Answer>): Answer {
  if (guess.outcome === 'right') return guess.answer;
  if (guess.outcome === 'locked') return fail('securityLock');
  if (guess.outcome === 'dead') return refuseGuess(0);
  refuseLocked(deps, guess.failures);
  return refuseGuess(loginPolicy(deps).guessesPerCode - guess.guesses);
}

const refuseGuess = (remaining: number) => fail('codeIncorrect', { params: { remaining } });

const findChallenge = (deps: Deps, id: string, sessionHash: Uint8Array | undefined) =>
  deps.db
    .selectFrom('login_challenges as challenge')
    .innerJoin('login_numbers as number', 'number.phone_digest', 'challenge.phone_digest')
    .selectAll('challenge')
    .select('number.failures')
    .where('challenge.id', '=', id)
    .where('challenge.session_hash', sessionHash ? '=' : 'is', sessionHash ?? null)
    .executeTakeFirst();

const isAlive = (deps: Deps, challenge: { guesses: number; used_at: Date | null; expires_at: Date }) =>
  challenge.used_at === null && challenge.guesses < loginPolicy(deps).guessesPerCode && challenge.expires_at > deps.clock.now();

/**
 * Reserves one guess before comparing the code, in two statements that count and check atomically. So concurrent guesses never exceed the
 * limit of the code or the number.
 */
async function evaluate<Answer>(
  deps: Deps,
  tx: Tx,
  { id, phone_digest: digest }: { id: string; phone_digest: string },
  { code, key }: { code: string; key: string | undefined },
  opens: Opens<Answer>,
): Promise<Guess<Answer>> {
  const number = await countGuessAtNumber(deps, tx, digest);
  if (!number) return { outcome: 'locked' };
  const challenge = await countGuessAtCode(deps, tx, id);
  if (!challenge) return (await undoGuessAtNumber(tx, digest), { outcome: 'dead' });
  if (!isCode(deps, id, code, challenge.code_hash)) {
    await countFailure(tx, deps);
    return { outcome: 'wrong', guesses: challenge.guesses, failures: number.failures };
  }
  const used = { used_at: deps.clock.now(), used_key: key === undefined ? null : keyDigest(deps, id, key) };
  await tx.updateTable('login_challenges').set(used).where('id', '=', id).execute();
  await tx.updateTable('login_numbers').set({ failures: 0 }).where('phone_digest', '=', digest).execute();
  return { outcome: 'right', answer: await opens(tx, challenge, false) };
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

export type Challenge = NonNullable<Awaited<ReturnType<typeof countGuessAtCode>>>;
