import { sql } from 'kysely';
import type { Area } from '../area.ts';
import type { Invariant } from '../invariants.ts';

/** Every completed idempotent request has a stored response for retries. */
const answersAreKept: Invariant = async ({ db }) => {
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['operation', 'key'])
    .where(sql<boolean>`response is null or response = 'null'`)
    .execute();
  return rows.map(({ operation, key }) => `${operation}: the request ${key} has no stored answer`);
};

export const httpArea: Area = {
  name: 'http',
  refusals: [
    'badRequest',
    'conflict',
    'featureOff',
    'forbidden',
    'headersTooLarge',
    'idempotencyMismatch',
    'internal',
    'notFound',
    'payloadTooLarge',
    'requestTimeout',
    'tooFrequent',
    'unavailable',
  ],
  invariants: { answersAreKept },
  erase: async ({ tx, customerId }) => void (await tx.deleteFrom('idempotency_keys').where('customer_id', '=', customerId).execute()),
};
