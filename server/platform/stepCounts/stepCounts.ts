import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { StepCountRow } from './table.ts';

/** What is counted at a place of a flow. */
export type Counted = Omit<StepCountRow, 'count'>;

/** Above the number of places in a large product, so that a flood cannot fill the memory. */
const pendingAtMost = 20_000;
const atOnce = 200;

/**
 * Counts what happens in flows. Counting never waits, never fails and never joins the caller's transaction. Everything counted during one
 * write goes into the next one, so a row that many people change is locked once for all of them. A node that is killed loses what it has not
 * written.
 */
export class StepCounts {
  readonly #deps: Pick<Deps, 'db' | 'log'>;
  readonly #pending = new Map<string, StepCountRow>();
  /** Restores this context, so that a write never runs inside the caller's transaction. */
  readonly #beside = AsyncLocalStorage.snapshot();
  #writing: Promise<void> | undefined;

  constructor(deps: Pick<Deps, 'db' | 'log'>) {
    this.#deps = deps;
  }

  add(counted: Counted): void {
    const { day, release, language, flow, step, field, event, code } = counted;
    const key = [flow, day, step, event, field, code, language, release].join('|');
    const known = this.#pending.get(key);
    if (known) known.count += 1;
    else if (this.#pending.size < pendingAtMost) this.#pending.set(key, { ...counted, count: 1 });
    this.#writing ??= this.#beside(() => this.#write());
  }

  /** Waits until everything counted is written. Never call it inside a transaction. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      // What is counted in the same turn goes along.
      await Promise.resolve();
      while (this.#pending.size > 0) await this.#store();
    } catch (err) {
      this.#deps.log.warn({ err }, 'counts of steps could not be stored');
    } finally {
      this.#writing = undefined;
    }
  }

  async #store(): Promise<void> {
    const keys = [...this.#pending.keys()].slice(0, atOnce);
    // In one order on every node, so that none waits for another in a circle.
    const rows = keys.toSorted().flatMap((key) => this.#pending.get(key) ?? []);
    for (const key of keys) this.#pending.delete(key);
    await storeCounts(this.#deps.db, rows);
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
