import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { addSeconds, manilaDay, secondsBetween } from '../../time.ts';
import type { LoginCounterRow } from './table.ts';

export const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

type Scope = LoginCounterRow['scope'];

/**
 * Counts one more, unless the cap is reached within an hour of the first. One statement, so that any number of nodes
 * counting at once never pass the cap. Answers undefined when counted, else the seconds until the hour is over.
 */
export async function countUpTo(tx: Tx, scope: Scope, key: string, cap: number, now: Date): Promise<number | undefined> {
  const oldest = addSeconds(now, -hourSeconds);
  const { rows } = await sql<{ count: number }>`
    insert into login_counters as c (scope, key, window_start, count) values (${scope}, ${key}, ${now}, 1)
    on conflict (scope, key) do update set
      count = case when c.window_start <= ${oldest} then 1 else c.count + 1 end,
      window_start = case when c.window_start <= ${oldest} then ${now} else c.window_start end
    where c.window_start <= ${oldest} or c.count < ${cap}
    returning count`.execute(tx);
  if (rows.length > 0) return undefined;
  const row = await counter(tx, scope, key);
  return row ? Math.max(1, secondsBetween(now, addSeconds(row.window_start, hourSeconds))) : hourSeconds;
}

/** How often it was counted within the last hour. */
export async function countedWithinHour(db: Db, scope: Scope, key: string, now: Date): Promise<number> {
  const row = await counter(db, scope, key);
  return row && row.window_start > addSeconds(now, -hourSeconds) ? row.count : 0;
}

const counter = (db: Db | Tx, scope: Scope, key: string) =>
  db.selectFrom('login_counters').select(['count', 'window_start']).where('scope', '=', scope).where('key', '=', key).executeTakeFirst();

/** One more wrong guess on this Manila day, over all numbers. */
export async function countFailure(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into login_counters as c (scope, key, window_start, count) values ('failures', ${manilaDay(now)}, ${now}, 1)
    on conflict (scope, key) do update set count = c.count + 1
    returning count`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function failuresToday(db: Db, now: Date): Promise<number> {
  return (await counter(db, 'failures', manilaDay(now)))?.count ?? 0;
}

/**
 * Groups of neighbours that a number belongs to. Two grids of 2,000 numbers, one shifted by half: any 1,000 consecutive
 * numbers lie wholly within one group, so no choice of a range slips between two caps.
 */
export function neighbourhoods(national: string): string[] {
  const number = Number(national);
  return [`a${Math.floor(number / 2000)}`, `b${Math.floor((number + 1000) / 2000)}`];
}

/** Rows that no longer count; numbers that nobody has asked a code for since `forgetBefore`. */
export async function deleteOldLogins(db: Db, now: Date, forgetBefore: Date): Promise<void> {
  const yesterday = addSeconds(now, -daySeconds);
  await db.deleteFrom('login_counters').where('window_start', '<', addSeconds(yesterday, -daySeconds)).execute();
  await db.deleteFrom('login_challenges').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('image_codes').where('expires_at', '<', now).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', yesterday).execute();
  await db
    .deleteFrom('login_numbers')
    .where('day', '<', manilaDay(forgetBefore))
    .where('phone_digest', 'not in', db.selectFrom('login_challenges').select('phone_digest'))
    .execute();
}
