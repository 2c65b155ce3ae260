import { sql, type RawBuilder } from 'kysely';
import { json } from '../db/json.ts';
import type { Db, Tx } from '../db/database.ts';
import { fail } from '../problem.ts';
import { violatedConstraint } from '../errorCode.ts';

/** A request with an idempotency key. A retry sends the same key and the same body. */
export interface RequestKey {
  customerId: string;
  operation: string;
  key: string;
  /** Keyed digest of the body. A plain hash would reveal short answers. */
  bodyDigest: string;
}

/** Replays the stored response to an earlier request; undefined for a new one. Refuses a key that was used with another body. */
export async function replay(db: Db | Tx, { customerId, operation, key, bodyDigest }: RequestKey): Promise<object | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'response'])
    .where('customer_id', '=', customerId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.body_hash !== bodyDigest) fail('idempotencyMismatch');
  return row.response ?? undefined;
}

/**
 * Runs the work once, in the transaction that stores its response. Of two concurrent requests, the second waits for the first and replays
 * its response. If the first fails, nothing is stored and the second runs the work.
 */
export async function once<Answer extends object>(
  tx: Tx,
  request: RequestKey | undefined,
  now: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!request) return work();
  if (!(await claim(tx, request, now, null))) return (await replay(tx, request)) as Answer;
  const answer = await work();
  await tx
    .updateTable('idempotency_keys')
    .set({ response: json(answer) })
    .where('customer_id', '=', request.customerId)
    .where('operation', '=', request.operation)
    .where('key', '=', request.key)
    .execute();
  return answer;
}

/** A request whose response is known before the work runs. */
export interface Answered {
  request: RequestKey;
  answer: object;
}

/** SQL that stores the response in the same statement as the work: only if the CTE `work` changed a row. */
export const claimFrom = (work: string, { request, answer }: Answered, now: Date): RawBuilder<unknown> => {
  const { customerId, operation, key, bodyDigest } = request;
  return sql`insert into idempotency_keys (customer_id, operation, key, body_hash, response, created_at)
    select ${customerId}, ${operation}, ${key}, ${bodyDigest}, ${json(answer)}, ${now}::timestamptz from ${sql.ref(work)}`;
};

/** Whether a statement failed because the key was already used, by this request or another. */
export const isUsedKey = (error: unknown): boolean => violatedConstraint(error) === 'idempotency_keys_pkey';

async function claim(tx: Tx, { customerId, operation, key, bodyDigest }: RequestKey, now: Date, answer: object | null): Promise<boolean> {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ customer_id: customerId, operation, key, body_hash: bodyDigest, response: json(answer), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Responses are kept for a day, longer than any client retries. */
const keptMs = 24 * 60 * 60 * 1000;

export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .execute();
}
