import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { randomToken } from '../random.ts';

/** Enough for retakes; a client that uploads more fills the disk. */
const uploadsPerDay = 60;
const dayMs = 24 * 60 * 60 * 1000;
/** Longer than any upload takes. After this time, the reservations of a killed node expire. */
const reservedMs = 5 * 60 * 1000;

/** Permission to store one photo. */
export interface Reservation {
  fileId: string;
  customerId: string;
  isStored: boolean;
}

/**
 * Counts an upload before its body is read. Refuses with `tooFrequent`. It is one atomic statement, so concurrent uploads never exceed the
 * quota.
 */
export async function reserveUpload(deps: Deps, customerId: string): Promise<Reservation> {
  const fileId = randomToken(deps.random, 18);
  const nowMs = deps.clock.now().getTime();
  const slot = sql`jsonb_build_object(${fileId}::text, ${nowMs + reservedMs}::bigint)`;
  const taken = sql`jsonb_each(quota.slots) where value::bigint > ${nowMs}::bigint`;
  const { rows } = await sql`
    insert into upload_quotas as quota (customer_id, slots) values (${customerId}, ${slot})
    on conflict (customer_id) do update
      set slots = coalesce((select jsonb_object_agg(key, value) from ${taken}), '{}') || ${slot}
      where (select count(*) from ${taken}) < ${uploadsPerDay}
    returning customer_id`.execute(deps.db);
  if (rows.length === 0) fail('tooFrequent', { params: { seconds: await secondsUntilFree(deps.db, customerId, nowMs) } });
  return { fileId, customerId, isStored: false };
}

async function secondsUntilFree(db: Db, customerId: string, nowMs: number): Promise<number> {
  const row = await db.selectFrom('upload_quotas').select('slots').where('customer_id', '=', customerId).executeTakeFirst();
  return Math.max(1, Math.ceil((Math.min(...Object.values(row?.slots ?? {})) - nowMs) / 1000));
}

/** Makes a reservation count for a day. Refuses with `tooFrequent` if it expired and another upload took the slot. */
export async function keepSlot(tx: Tx, { fileId, customerId }: Pick<Reservation, 'fileId' | 'customerId'>, now: Date): Promise<void> {
  const { rows } = await sql`
    update upload_quotas set slots = slots || jsonb_build_object(${fileId}::text, ${now.getTime() + dayMs}::bigint)
    where customer_id = ${customerId} and jsonb_exists(slots, ${fileId})
    returning customer_id`.execute(tx);
  if (rows.length === 0) fail('tooFrequent');
}

/** Releases a reservation without a stored photo. If this fails, the reservation expires by itself. */
export async function releaseUpload({ db, log }: Deps, { fileId, customerId, isStored }: Reservation): Promise<void> {
  if (isStored) return;
  await sql`update upload_quotas set slots = slots - ${fileId}::text where customer_id = ${customerId}`
    .execute(db)
    .catch((error: unknown) => log.warn({ err: error }, 'a reserved upload cannot be released'));
}

/** Deletes rows whose slots have all expired. */
export async function deleteFreeQuotas(db: Db, now: Date): Promise<void> {
  await sql`
    delete from upload_quotas
    where not exists (select 1 from jsonb_each(slots) where value::bigint > ${now.getTime()}::bigint)`.execute(db);
}
