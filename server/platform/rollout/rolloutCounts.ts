import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { PendingRows } from '../db/pendingRows.ts';
import type { Deps } from '../deps.ts';
import type { RolloutCountRow } from './table.ts';

/** Some 20 MB. Whoever is not among them is written once more, which changes nothing. */
const mostRemembered = 200_000;

/** Counts what each person met while a release is rolled out: once, however often it happens. */
export class RolloutCounts {
  readonly #rows: PendingRows<RolloutCountRow>;
  readonly #counted = new Set<string>();
  #round = '';

  constructor({ db, log }: Pick<Deps, 'db' | 'log'>) {
    this.#rows = new PendingRows({ store: (rows) => storeCounts(db, rows), log, what: 'counts of a rollout' });
  }

  add(row: RolloutCountRow): void {
    const round = `${row.rollout_id} ${row.round}`;
    if (round !== this.#round) this.#counted.clear();
    this.#round = round;
    const key = `${row.customer_id} ${row.is_next} ${row.event}`;
    if (this.#counted.has(key) || !this.#rows.add(`${round} ${key}`, () => row)) return;
    if (this.#counted.size < mostRemembered) this.#counted.add(key);
  }

  /** Waits until everything counted is written. Never call it inside a transaction. */
  settled(): Promise<void> {
    return this.#rows.settled();
  }
}

/** Stores what counts: the round may be over by now, and the person deleted. */
export async function storeCounts(db: Db, rows: readonly RolloutCountRow[]): Promise<void> {
  const values = rows.map(
    (row) =>
      sql`(${row.rollout_id}, ${row.round}::integer, ${row.is_next}::boolean, ${row.event}, ${row.customer_id}, ${row.source}::text)`,
  );
  await sql`
    insert into rollout_counts (rollout_id, round, is_next, event, customer_id, source)
    select counted.* from (values ${sql.join(values)}) counted (rollout_id, round, is_next, event, customer_id, source)
    join rollouts on rollouts.id = counted.rollout_id and rollouts.round = counted.round and ended_at is null
    join customers on customers.id = counted.customer_id and deleted_at is null
    on conflict do nothing`.execute(db);
}
