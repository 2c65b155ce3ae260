import { createHash } from 'node:crypto';
import type { Clock } from '../../deps.ts';
import { json } from '../../db/json.ts';
import type { Db, Tx } from '../../db/database.ts';
import { fail } from '../../http/problem.ts';

/** One request as its sender numbered it (Idempotency-Key); a retry carries the same key and the same body. */
export interface RequestKey {
  customerId: string;
  operation: string;
  key: string;
  body: unknown;
}

export interface Idempotency {
  /** The stored answer to a request seen before; undefined for a new one. Refuses the key with another body. */
  replay(db: Db | Tx, request: RequestKey): Promise<object | undefined>;
  /**
   * Does the work once, in the transaction that stores its answer. Of two at the same time the second waits for the
   * first and gets its answer; when the first fails, nothing is stored and the second does the work.
   */
  once<Answer extends object>(tx: Tx, request: RequestKey | undefined, work: () => Promise<Answer>): Promise<Answer>;
}

const bodyHash = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest('base64url');

export function idempotency(clock: Clock): Idempotency {
  async function replay(db: Db | Tx, request: RequestKey): Promise<object | undefined> {
    const row = await db
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'response'])
      .where('customer_id', '=', request.customerId)
      .where('operation', '=', request.operation)
      .where('key', '=', request.key)
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.body_hash !== bodyHash(request.body)) fail('idempotencyMismatch');
    return row.response ?? undefined;
  }

  async function claim(tx: Tx, { customerId, operation, key, body }: RequestKey): Promise<boolean> {
    const inserted = await tx
      .insertInto('idempotency_keys')
      .values({ customer_id: customerId, operation, key, body_hash: bodyHash(body), response: null, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  return {
    replay,
    async once(tx, request, work) {
      if (!request) return work();
      if (!(await claim(tx, request))) return (await replay(tx, request)) as Awaited<ReturnType<typeof work>>;
      const answer = await work();
      await tx
        .updateTable('idempotency_keys')
        .set({ response: json(answer) })
        .where('customer_id', '=', request.customerId)
        .where('operation', '=', request.operation)
        .where('key', '=', request.key)
        .execute();
      return answer;
    },
  };
}

/** Answers are kept for a day: longer than any client retries. */
const keptMs = 24 * 60 * 60 * 1000;

export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .execute();
}
