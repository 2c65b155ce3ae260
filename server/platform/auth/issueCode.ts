import { sql } from 'kysely';
import type { Output } from '../../contract/platformOperations.ts';
import type { Tx } from '../db/database.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds, dayOf, hourSeconds, secondsBetween } from '../time.ts';
import { maskPhone, phoneVault, type PhoneNumber } from '../customer/phone.ts';
import { drawCode, hashCode } from './codes.ts';
import { countUpTo } from '../limits/caps.ts';
import { refuseWithoutImageCode } from './guard.ts';
import type { ImageCodeAnswer } from './imageCodes.ts';
import { loginPolicy } from '../loginPolicy/policy.ts';
import { challengeFor, isSent, type Asked } from './repeats.ts';
import { sendCaps, type SendCap } from './sendCaps.ts';
import { sendCode } from './sendCode.ts';
import type { Source } from '../http/source.ts';

/** The details of a sent code that the customer gets. */
export type CodeSent = Output<'auth.requestCode'>;

/** A code request with all values it derives. */
export interface CodeRequest extends Asked {
  phone: PhoneNumber;
  /** Id of the challenge (`challengeFor`). */
  challengeId: string;
  language: string | undefined;
  /** Default: a login. */
  purpose?: 'fresh' | 'guest';
  /** Hash of the accepted privacy policy. */
  privacy: string | undefined;
  promotion: Record<string, string>;
  source: Source;
  /** An image code was solved, or a session vouches for the client. */
  human: boolean;
  /** Image code sent with the request, solved or not. */
  imageCode?: ImageCodeAnswer | undefined;
  now: Date;
}

/** Returns the wrong guesses at a number since the last right one. */
export const failuresOf = async (deps: Deps, digest: string): Promise<number> => (await numberRow(deps.db, digest))?.failures ?? 0;

/** A number gets its row with its first code, so refused requests cannot fill the table. */
const numberRow = (db: Deps['db'], digest: string) =>
  db.selectFrom('login_numbers').selectAll().where('phone_digest', '=', digest).executeTakeFirst();

/** Refuses with E02 until a resend is allowed, and with E04 once the day's codes are used up. */
export async function refuseTooSoon(deps: Deps, digest: string, now: Date): Promise<void> {
  const { codesPerDay, resendAfterSeconds } = loginPolicy(deps);
  const row = await numberRow(deps.db, digest);
  if (!row) return;
  const readyAt = row.last_sent_at && addSeconds(row.last_sent_at, resendAfterSeconds);
  if (readyAt && now < readyAt) fail('tooFrequent', { params: { seconds: secondsBetween(now, readyAt) } });
  if (row.day === dayOf(deps, now) && row.codes >= codesPerDay) fail('smsLimit');
}

/**
 * Sends a code at most once per idempotency key. A repeated request gets the first response, even if both run concurrently.
 *
 * @param send sends the code for a new request; refuses with the problems of `issueCode` and its own
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
    // The concurrent winner may be a retry of this request.
    if (await isSent(deps, challengeId)) return answer();
    throw refusal;
  });
}

/** Counts, stores and sends a code of any purpose. Each counter decides in one statement, so concurrent requests stay within limits. */
export async function issueCode(deps: Deps, request: CodeRequest): Promise<CodeSent> {
  const code = drawCode(deps, loginPolicy(deps).codeLength);
  const reserved = await deps.db.transaction().execute(async (tx) => {
    if (!(await reserve(deps, tx, request))) return false;
    await countSend(deps, tx, request);
    await storeChallenge(deps, tx, request, code);
    return true;
  });
  if (!reserved) return refuseConcurrent(deps, request);
  await sendCode(deps, request, code).catch(() => undoReservation(deps, request));
  await endEarlier(deps, request);
  return codeSent(deps, request);
}

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

/** Reserves one of the number's codes for today, if the resend delay has passed. */
async function reserve(deps: Deps, tx: Tx, { digest, now }: CodeRequest): Promise<boolean> {
  const { codesPerDay, resendAfterSeconds, lockAfterFailures } = loginPolicy(deps);
  const day = dayOf(deps, now);
  await tx
    .insertInto('login_numbers')
    .values({ phone_digest: digest, day })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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

/** Refuses the loser of two concurrent requests for a number. */
async function refuseConcurrent(deps: Deps, { digest, now }: CodeRequest): Promise<never> {
  await refuseTooSoon(deps, digest, now);
  return fail('securityLock');
}

/**
 * Counts an SMS under the caps against toll fraud. Counts first, then decides by the count, so concurrent requests cannot exceed a cap. A
 * refusal rolls the whole transaction back.
 */
export async function countSend(
  deps: Deps,
  tx: Tx,
  { phone, source, now, human, imageCode }: Pick<CodeRequest, 'phone' | 'source' | 'now' | 'human' | 'imageCode'>,
): Promise<void> {
  for (const cap of sendCaps(loginPolicy(deps), phone, source)) {
    const counted = await countUpTo(tx, cap, now);
    if ('seconds' in counted) {
      raise(deps, cap, cap.alarm, 'code requests look like toll fraud: sending stopped');
      fail('tooFrequent', { params: counted });
    }
    const { count } = counted;
    const { imageCodeAfter = Infinity } = cap;
    if (count > imageCodeAfter && !human) refuseWithoutImageCode(imageCode);
    // The last code sent without an image code. Raised once per window.
    if (count === imageCodeAfter && cap.scope !== 'address')
      raise(deps, cap, 'smsUnusual', 'sends are unusually high: everybody gets an image code');
  }
}

/**
 * Raised for each request beyond a cap; the log has one line per window. A source's key is an IP address, personal data, so it is left out.
 */
function raise({ alarms }: Deps, { scope, key, windowSeconds }: SendCap, kind: string, message: string): void {
  const subject = scope === 'address' || scope === 'network' ? scope : `${scope}:${key}`;
  alarms.raise({ kind, subject, quietSeconds: windowSeconds }, message);
}

async function storeChallenge(deps: Deps, tx: Tx, request: CodeRequest, code: string): Promise<void> {
  const { challengeId: id, phone, digest, language, privacy, promotion, human, sessionHash, now } = request;
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

/** Ends the number's earlier codes, once the gateway has taken the message. */
async function endEarlier({ db }: Deps, { challengeId, digest, now }: CodeRequest): Promise<void> {
  await db
    .updateTable('login_challenges')
    .set({ expires_at: now })
    .where('phone_digest', '=', digest)
    .where('id', '!=', challengeId)
    .where('created_at', '<=', now)
    .where('expires_at', '>', now)
    .execute();
}

/**
 * Undoes the reservation after the gateway refused the message. The customer may retry at once, and the code does not count for the day.
 */
async function undoReservation(deps: Deps, { digest, now, challengeId }: CodeRequest): Promise<never> {
  await deps.db
    .updateTable('login_numbers')
    .set({ last_sent_at: null, codes: sql<number>`greatest(codes - 1, 0)` })
    .where('phone_digest', '=', digest)
    .where('last_sent_at', '=', now)
    .execute();
  await deps.db.deleteFrom('login_challenges').where('id', '=', challengeId).execute();
  return refuseWithoutGateway(deps);
}

/** Refuses because the gateway did not accept a message, and alerts staff. */
export function refuseWithoutGateway({ alarms }: Pick<Deps, 'alarms'>): never {
  alarms.raise({ kind: 'smsGateway', subject: 'sms', quietSeconds: hourSeconds }, 'the SMS gateway refuses messages');
  return fail('unavailable');
}
