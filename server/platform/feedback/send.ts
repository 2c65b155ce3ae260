import type { FormAnswers } from '../../../engine/config/definitions.ts';
import { stableJson } from '../../../engine/form/hash.ts';
import type { FeedbackSent } from '../../contract/supportOperations.ts';
import { json } from '../db/json.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { uuidV7 } from '../random.ts';
import { limitPerHour } from '../limits/limitPerHour.ts';
import { flowCustomerOf, type FlowCustomer } from '../flows/flowCustomer.ts';
import { quotedNumber } from '../quotedNumber.ts';
import { validFeedback, type ValidFeedback } from './rules.ts';
import type { FeedbackRow } from './table.ts';

/** Deletes feedback written before a time, with its photos. Returns how many were deleted. */
export async function sweepFeedback({ db, ports }: Pick<Deps, 'db' | 'ports'>, before: Date): Promise<number> {
  const { rows, files } = await db.transaction().execute(async (tx) => {
    const rows = await tx.deleteFrom('feedback').where('created_at', '<', before).returning('photos').execute();
    const ids = rows.flatMap(({ photos }) => photos);
    if (ids.length > 0) await tx.deleteFrom('files').where('id', 'in', ids).execute();
    return { rows, files: ids };
  });
  await Promise.all(files.map((id) => ports.storage.delete(id)));
  return rows.length;
}

type NewFeedback = ReturnType<typeof rowOf>;

const perHour = 10;

/** Binds the encrypted text to its row. */
export const placeOf = (id: string): string => `feedback|${id}`;

/**
 * Stores feedback and returns its reference number. The idempotency key stays valid forever instead of a day, because the device stores
 * feedback before it sends it and may send it much later.
 *
 * Refuses with `invalidAnswers`, `tooFrequent`, or `idempotencyMismatch` if the key belongs to another text.
 */
export async function sendFeedback(deps: Deps, customerId: string, given: FormAnswers, key: string): Promise<FeedbackSent> {
  const customer = await flowCustomerOf(deps, customerId);
  const digest = customer.vault.digest(stableJson(given));
  const known = await knownFeedback(deps, customerId, key, digest);
  if (known) return known;
  const sound = await validFeedback(deps, customer, given);
  await limitPerHour(deps, customerId, 'feedback', perHour);
  await store(deps, rowOf(deps, customer, sound, { request_key: key, request_digest: digest }), sound.photos);
  return (await knownFeedback(deps, customerId, key, digest)) ?? fail('conflict');
}

async function knownFeedback({ db }: Deps, customerId: string, key: string, digest: string): Promise<FeedbackSent | undefined> {
  const row = await db
    .selectFrom('feedback')
    .select(['number', 'request_digest', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.request_digest !== digest) fail('idempotencyMismatch');
  return { number: row.number, receivedAt: row.created_at.toISOString() };
}

function rowOf(
  deps: Deps,
  { customerId, vault }: FlowCustomer,
  { answers, photos }: ValidFeedback,
  request: Pick<FeedbackRow, 'request_key' | 'request_digest'>,
) {
  const id = uuidV7(deps.clock, deps.random);
  const { topic, ...rest } = answers;
  return {
    ...request,
    id,
    number: quotedNumber('FB', deps.random),
    customer_id: customerId,
    topic: typeof topic === 'string' ? topic : 'other',
    sealed: vault.seal(placeOf(id), rest),
    photos: json(photos),
    created_at: deps.clock.now(),
  };
}

async function store(deps: Deps, row: NewFeedback, photos: readonly string[]): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('feedback')
      .values(row)
      .onConflict((conflict) => conflict.columns(['customer_id', 'request_key']).doNothing())
      .execute();
    if (photos.length === 0) return;
    await tx
      .updateTable('files')
      .set({ attached_at: deps.clock.now() })
      .where('customer_id', '=', row.customer_id)
      .where('id', 'in', photos)
      .execute();
  });
}
