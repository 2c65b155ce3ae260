import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import { addSeconds, secondsBetween } from '../time.ts';
import type { LoginCounterRow } from './table.ts';

type Scope = LoginCounterRow['scope'];

/** A limit on events of one kind, in a window that begins with the first event. */
export interface Cap {
  scope: Scope;
  key: string;
  cap: number;
  windowSeconds: number;
}

/**
 * Counts one event under each cap. Each cap takes one atomic statement, so concurrent nodes never exceed it. Returns the first cap
 * reached, with the seconds until its window ends. With several caps, the caller must then roll back, so that a refused event does not
 * count.
 */
export async function countUnder<C extends Cap>(
  tx: Db | Tx,
  caps: readonly C[],
  now: Date,
): Promise<(C & { seconds: number }) | undefined> {
  for (const cap of caps) {
    const counted = await countUpTo(tx, cap, now);
    if ('seconds' in counted) return { ...cap, ...counted };
  }
  return undefined;
}

/** Counts one event. Refuses with `tooFrequent` and the seconds to wait. Several caps need a transaction. */
export async function takeIn(tx: Db | Tx, caps: readonly Cap[], now: Date): Promise<void> {
  const reached = await countUnder(tx, caps, now);
  if (reached) fail('tooFrequent', { params: { seconds: reached.seconds } });
}

/** Like `takeIn`, in its own transaction. */
export const takeUnder = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, caps: readonly Cap[]): Promise<void> =>
  db.transaction().execute((tx) => takeIn(tx, caps, clock.now()));

/** Counts one event unless the cap is reached. Returns the count in the window, or the seconds until the window ends. */
export async function countUpTo(
  tx: Db | Tx,
  { scope, key, cap, windowSeconds }: Cap,
  now: Date,
): Promise<{ count: number } | { seconds: number }> {
  const oldest = addSeconds(now, -windowSeconds);
  const { rows } = await sql<{ count: number }>`
    insert into login_counters as c (scope, key, window_start, count) values (${scope}, ${key}, ${now}, 1)
    on conflict (scope, key) do update set
      count = case when c.window_start <= ${oldest} then 1 else c.count + 1 end,
      window_start = case when c.window_start <= ${oldest} then ${now} else c.window_start end
    where c.window_start <= ${oldest} or c.count < ${cap}
    returning count`.execute(tx);
  if (rows[0]) return rows[0];
  const row = await counter(tx, scope, key);
  return { seconds: row ? Math.max(1, secondsBetween(now, addSeconds(row.window_start, windowSeconds))) : windowSeconds };
}

/** The state of a counter; undefined if nothing was counted. */
export const counter = (db: Db | Tx, scope: Scope, key: string) =>
  db.selectFrom('login_counters').select(['count', 'window_start']).where('scope', '=', scope).where('key', '=', key).executeTakeFirst();
