import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { PendingRows } from '../db/pendingRows.ts';
import type { Deps } from '../deps.ts';
import type { StepCountRow } from './table.ts';

/** What is counted at a place of a flow. */
export type Counted = Omit<StepCountRow, 'count'>;

/** Counts what happens in flows, outside the transaction that causes it. */
export class StepCounts {
  readonly #rows: PendingRows<StepCountRow>;

  constructor({ db, log }: Pick<Deps, 'db' | 'log'>) {
    this.#rows = new PendingRows({ store: (rows) => storeCounts(db, rows), log, what: 'counts of steps' });
  }

  add(counted: Counted): void {
    const { day, release, language, flow, step, field, event, code } = counted;
    const key = [flow, day, step, event, field, code, language, release].join('|');
    this.#rows.add(key, (known) => ({ ...counted, count: (known?.count ?? 0) + 1 }));
  }

  /** Waits until everything counted is written. Never call it inside a transaction. */
  settled(): Promise<void> {
    return this.#rows.settled();
  }
}

/** Adds to the stored counts. */
export const storeCounts = async (db: Db, rows: readonly StepCountRow[]): Promise<void> =>
  void (await db
    .insertInto('step_counts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['flow', 'day', 'step', 'event', 'field', 'code', 'language', 'release'])
        .doUpdateSet({ count: sql`step_counts.count + excluded.count` }),
    )
    .execute());
