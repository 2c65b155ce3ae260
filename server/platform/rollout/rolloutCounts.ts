import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { PendingRows } from '../db/pendingRows.ts';
import type { Deps } from '../deps.ts';
import { counted } from './counted.ts';
import type { RolloutCountRow, RolloutVisitorRow } from './table.ts';

/** Takes some 20 MB. Rows beyond this are written again, which has no effect. */
const mostRemembered = 200_000;

/** Maximum number of networks that one node counts in a round, so that nobody can flood the table with addresses. */
const mostNetworks = 20_000;

/** Counts each event once per person during a rollout, however often it happens. */
export class RolloutCounts {
  readonly #rows: PendingRows<RolloutCountRow>;
  readonly #counted = new Set<string>();
  readonly #visitors: PendingRows<RolloutVisitorRow>;
  readonly #networks = new Set<string>();
  #round = '';

  constructor({ db, log }: Pick<Deps, 'db' | 'log'>) {
    this.#rows = new PendingRows({ store: (rows) => storeCounts(db, rows), log, what: 'counts of a rollout' });
    this.#visitors = new PendingRows({ store: (rows) => storeVisitors(db, rows), log, what: 'visitors of a rollout' });
  }

  add(row: RolloutCountRow): void {
    const round = this.#enter(row);
    const key = `${row.customer_id} ${row.is_next} ${row.event}`;
    if (this.#counted.has(key) || !this.#rows.add(`${round} ${key}`, () => row)) return;
    if (this.#counted.size < mostRemembered) this.#counted.add(key);
  }

  addVisitor(row: RolloutVisitorRow): void {
    const round = this.#enter(row);
    const key = `${row.network} ${row.is_next} ${row.event}`;
    const isKnown = row.event !== counted.network && this.#networks.has(`${row.network} ${row.is_next} ${counted.network}`);
    if (this.#networks.has(key) || (!isKnown && this.#networks.size >= mostNetworks)) return;
    if (this.#visitors.add(`${round} ${key}`, () => row)) this.#networks.add(key);
  }

  /** Starts over in a new round. */
  #enter({ rollout_id: id, round }: Pick<RolloutCountRow, 'rollout_id' | 'round'>): string {
    const name = `${id} ${round}`;
    if (name !== this.#round) {
      this.#counted.clear();
      this.#networks.clear();
    }
    return (this.#round = name);
  }

  /** Waits until all counts are written. Never call it inside a transaction. */
  async settled(): Promise<void> {
    await this.#rows.settled();
    await this.#visitors.settled();
  }
}

/** Stores counts. Skips those whose round is over or whose customer has been deleted meanwhile. */
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

async function storeVisitors(db: Db, rows: readonly RolloutVisitorRow[]): Promise<void> {
  const values = rows.map((row) => sql`(${row.rollout_id}, ${row.round}::integer, ${row.is_next}::boolean, ${row.event}, ${row.network})`);
  await sql`
    insert into rollout_visitors (rollout_id, round, is_next, event, network)
    select counted.* from (values ${sql.join(values)}) counted (rollout_id, round, is_next, event, network)
    join rollouts on rollouts.id = counted.rollout_id and rollouts.round = counted.round and ended_at is null
    on conflict do nothing`.execute(db);
}
