import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { counter } from '../limits/caps.ts';
import { addSeconds, dayOf, daySeconds, todayOf } from '../time.ts';

/** Matches the lifetime of the device cookie. */
export const deviceSeconds = 365 * daySeconds;

/** Counts a wrong guess for today, across all numbers. */
export async function countFailure(tx: Tx, deps: Pick<Deps, 'clock' | 'releases'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into login_counters as c (scope, key, window_start, count) values ('failures', ${todayOf(deps)}, ${deps.clock.now()}, 1)
    on conflict (scope, key) do update set count = c.count + 1
    returning count`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function failuresToday(deps: Pick<Deps, 'db' | 'clock' | 'releases'>): Promise<number> {
  return (await counter(deps.db, 'failures', todayOf(deps)))?.count ?? 0;
}

/** Deletes counters that no longer apply, and numbers without a code request since `forgetBefore`. */
export async function deleteOldLogins(deps: Pick<Deps, 'db' | 'clock' | 'releases'>, forgetBefore: Date): Promise<void> {
  const { db } = deps;
  const now = deps.clock.now();
  const yesterday = addSeconds(now, -daySeconds);
  await db.deleteFrom('login_counters').where('window_start', '<', addSeconds(yesterday, -daySeconds)).execute();
  await db.deleteFrom('login_challenges').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('image_codes').where('expires_at', '<', now).execute();
  await db.deleteFrom('guest_sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('resume_links').where('expires_at', '<', now).execute();
  await db.deleteFrom('sessions').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('customer_devices').where('last_used_at', '<', addSeconds(now, -deviceSeconds)).execute();
  await db
    .deleteFrom('login_numbers')
    .where('day', '<', dayOf(deps, forgetBefore))
    .where('phone_digest', 'not in', db.selectFrom('login_challenges').select('phone_digest'))
    .execute();
}
