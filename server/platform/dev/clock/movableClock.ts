import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { Clock } from '../../deps.ts';

/**
 * A clock for demo and development that can be moved forward to see due dates. It never moves back, because existing postings would then
 * lie in the future. The database stores the offset, so a restart keeps it and all nodes share it.
 */
export interface MovableClock extends Clock {
  /** Milliseconds ahead of real time. */
  readonly offsetMs: number;
  /** Moves the clock forward for every node. `along` runs in the same transaction. */
  forward(db: Db, ms: number, along: (tx: Tx) => Promise<void>): Promise<void>;
  /** Adopts the offset that another node set. */
  follow(db: Db): Promise<void>;
}

export const isMovable = (clock: Clock): clock is MovableClock => 'forward' in clock;

export function movableClock(real: Clock): MovableClock {
  let offsetMs = 0;
  const to = (ms: number) => void (offsetMs = Math.max(offsetMs, ms));
  return {
    now: () => new Date(real.now().getTime() + offsetMs),
    get offsetMs() {
      return offsetMs;
    },
    forward: async (db, ms, along) => {
      if (!(ms >= 0)) throw new RangeError(`The clock does not go back (${ms} ms).`);
      to(
        await db.transaction().execute(async (tx) => {
          await along(tx);
          return add(tx, Math.round(ms));
        }),
      );
    },
    follow: async (db) => to((await db.selectFrom('dev_clock').select('offset_ms').executeTakeFirst())?.offset_ms ?? 0),
  };
}

async function add(tx: Tx, ms: number): Promise<number> {
  const row = await tx
    .insertInto('dev_clock')
    .values({ offset_ms: ms })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ offset_ms: sql`dev_clock.offset_ms + excluded.offset_ms` }))
    .returning('offset_ms')
    .executeTakeFirstOrThrow();
  return row.offset_ms;
}
