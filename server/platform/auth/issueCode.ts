import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { operations } from '../../contract/operations.ts';
import type { Tx } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds, dayOf, secondsBetween } from '../time.ts';
import { maskPhone, phoneVault, type PhoneNumber } from '../customer/phone.ts';
import { drawCode, hashCode } from './codes.ts';
import { countUpTo, hourSeconds } from './counters.ts';
import { refuseWithoutImageCode } from './guard.ts';
import type { ImageCodeAnswer } from './imageCodes.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { challengeFor, isSent, type Asked } from './repeats.ts';
import { sendCaps, type SendCap } from './sendCaps.ts';
import { sendCode } from './sendCode.ts';
import type { Source } from './source.ts';

/** What the customer is told of a code that was sent. */
export type CodeSent = Static<(typeof operations)['auth.requestCode']['output']>;

/** What is asked, worked out once. */
export interface CodeRequest extends Asked {
  phone: PhoneNumber;
  /** Names the challenge (`challengeFor`). */
  challengeId: string;
  language: string | undefined;
  /** Hash of the privacy policy that was accepted. */
  privacy: string | undefined;
  promotion: Record<string, string>;
  source: Source;
  /** An image code was solved, or a session vouches for it. */
  human: boolean;
  /** The image code that came with the request, solved or not. */
  imageCode?: ImageCodeAnswer | undefined;
  now: Date;
}

/** Wrong guesses at a number since the last right one; makes the row that all its limits are kept in. */
export async function failuresOf(deps: Deps, digest: string, now: Date): Promise<number> {
  await deps.db
    .insertInto('login_numbers')
    .values({ phone_digest: digest, day: dayOf(deps, now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await numberRow(deps.db, digest)).failures;
}

const numberRow = (db: Deps['db'], digest: string) =>
  db.selectFrom('login_numbers').selectAll().where('phone_digest', '=', digest).executeTakeFirstOrThrow();

/** E02 until the resend time is over, E04 when the codes of the day are used up. */
export async function refuseTooSoon(deps: Deps, digest: string, now: Date): Promise<void> {
  const { codesPerDay, resendAfterSeconds } = loginPolicy(deps);
  const row = await numberRow(deps.db, digest);
  const readyAt = row.last_sent_at && addSeconds(row.last_sent_at, resendAfterSeconds);
  if (readyAt && now < readyAt) fail('tooFrequent', { params: { seconds: secondsBetween(now, readyAt) } });
  if (row.day === dayOf(deps, now) && row.codes >= codesPerDay) fail('smsLimit');
}

/**
 * Sends a code once for a request under its key: the same request is answered as the first one was, even when both come at once.
 *
 * @param send for a request that is new; refuses with the problems of `issueCode` and of whoever asks more
 */
export async function sendOnce(
  deps: Deps,
  { phone, ...asked }: Asked & { phone: PhoneNumber },
  send: (challengeId: string) => Promise<CodeSent>,
): Promise<CodeSent> {
  const { challengeId, sent } = await challengeFor(deps, asked);
  const answer = () => codeSent(deps, { challengeId, phone });
  if (sent) return answer();
  return send(challengeId).catch(async (refusal: unknown) => {
    // The one that was faster may have been this very request.
    if (await isSent(deps, challengeId)) return answer();
    throw refusal;
  });
}

/** Counts, stores and sends, whatever the code is for. The counters decide in one statement each, however many ask at once. */
export async function issueCode(deps: Deps, request: CodeRequest): Promise<CodeSent> {
  const code = drawCode(deps, loginPolicy(deps).codeLength);
  const reserved = await deps.db.transaction().execute(async (tx) => {
    if (!(await reserve(deps, tx, request))) return false;
    await countSend(deps, tx, request);
    await storeChallenge(deps, tx, request, code);
    return true;
  });
  if (!reserved) return refuseLoser(deps, request);
  await sendCode(deps, request, code).catch(() => giveBack(deps, request));
  return codeSent(deps, request);
}

/** What whoever asked is told. */
function codeSent(deps: Deps, { challengeId, phone }: Pick<CodeRequest, 'challengeId' | 'phone'>): CodeSent {
  const policy = loginPolicy(deps);
  return {
    challengeId,
    maskedPhone: maskPhone(phone),
    codeLength: policy.codeLength,
    resendAfterSeconds: policy.resendAfterSeconds,
    expiresInSeconds: policy.codeLifetimeSeconds,
  };
}

/** Takes one of the number's codes of the day, if the time for another has come. */
async function reserve(deps: Deps, tx: Tx, { digest, now }: CodeRequest): Promise<boolean> {
  const { codesPerDay, resendAfterSeconds, lockAfterFailures } = loginPolicy(deps);
  const day = dayOf(deps, now);
  const row = await tx
    .updateTable('login_numbers')
    .set({ last_sent_at: now, day, codes: sql<number>`case when day = ${day} then codes + 1 else 1 end` })
    .where('phone_digest', '=', digest)
    .where('failures', '<', lockAfterFailures)
    .where((or) => or.or([or('last_sent_at', 'is', null), or('last_sent_at', '<=', addSeconds(now, -resendAfterSeconds))]))
    .where((or) => or.or([or('day', '<>', day), or('codes', '<', codesPerDay)]))
    .returning('codes')
    .executeTakeFirst();
  return row !== undefined;
}

/** Another request for the same number was faster. */
async function refuseLoser(deps: Deps, { digest, now }: CodeRequest): Promise<never> {
  await refuseTooSoon(deps, digest, now);
  return fail('securityLock');
}

/** Counts, then judges by the count, so that of many at once none slips by. Refusing by one cap undoes the whole transaction. */
async function countSend(deps: Deps, tx: Tx, { phone, source, now, human, imageCode }: CodeRequest): Promise<void> {
  for (const cap of sendCaps(loginPolicy(deps), phone, source)) {
    const counted = await countUpTo(tx, cap, now);
    if ('seconds' in counted) {
      raise(deps, cap, cap.alarm, 'codes are asked for as toll fraud would: sending stopped');
      fail('tooFrequent', { params: counted });
    }
    const { count } = counted;
    const { imageCodeAfter = Infinity } = cap;
    if (count > imageCodeAfter && !human) refuseWithoutImageCode(imageCode);
    // The last one that is sent unasked, once in a window.
    if (count === imageCodeAfter && cap.scope !== 'address')
      raise(deps, cap, 'smsUnusual', 'so many codes are sent that everybody gets an image code');
  }
}

/** Each request beyond a cap raises it: the log has a line a window. The key of a source is an address: personal data, which is not told. */
function raise({ alarms }: Deps, { scope, key, windowSeconds }: SendCap, kind: string, message: string): void {
  const subject = scope === 'address' || scope === 'network' ? scope : `${scope}:${key}`;
  alarms.raise({ kind, subject, quietSeconds: windowSeconds }, message);
}

/** A new code puts the earlier ones of the number out of use. */
async function storeChallenge(deps: Deps, tx: Tx, request: CodeRequest, code: string): Promise<void> {
  const { challengeId: id, phone, digest, language, privacy, promotion, human, sessionHash, now } = request;
  await tx
    .updateTable('login_challenges')
    .set({ expires_at: now })
    .where('phone_digest', '=', digest)
    .where('expires_at', '>', now)
    .execute();
  await tx
    .insertInto('login_challenges')
    .values({
      id,
      phone_digest: digest,
      phone_sealed: phoneVault(deps.settings.keyring).seal(phone),
      code_hash: hashCode(deps, id, code),
      human,
      language: language ?? null,
      privacy_hash: privacy ?? null,
      promotion: json(promotion),
      session_hash: sessionHash ?? null,
      created_at: now,
      expires_at: addSeconds(now, loginPolicy(deps).codeLifetimeSeconds),
    })
    .execute();
}

/** The gateway did not take it: the customer may ask again at once, and it does not count for the day. */
async function giveBack(deps: Deps, { digest, now, challengeId }: CodeRequest): Promise<never> {
  await deps.db
    .updateTable('login_numbers')
    .set({ last_sent_at: null, codes: sql<number>`greatest(codes - 1, 0)` })
    .where('phone_digest', '=', digest)
    .where('last_sent_at', '=', now)
    .execute();
  await deps.db.deleteFrom('login_challenges').where('id', '=', challengeId).execute();
  deps.alarms.raise({ kind: 'smsGateway', subject: 'sms', quietSeconds: hourSeconds }, 'the SMS gateway refuses messages');
  return fail('unavailable');
}
