import { sql, type Compilable, type RawBuilder, type Selectable, type Transaction, type UpdateObject } from 'kysely';
import type { LifeCycleEvent } from '../../../engine/flow/lifeCycle.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { fail } from '../problem.ts';
import type { LoadedRelease } from '../release/types.ts';
import { runEffects, stepOf, type Reached } from './machines.ts';
import { violatedConstraint } from '../errorCode.ts';

export interface Transition<Table extends keyof Database> {
  release: LoadedRelease;
  lifeCycleId: string;
  table: Table;
  /** Columns that identify the row. */
  key: Partial<Selectable<Database[Table]>>;
  /** State that the caller read. */
  from: string;
  /** Available to conditions and effects as `event`. */
  event: LifeCycleEvent;
  actor: string;
  /** Further columns to update along with the state. */
  set?: (to: Reached, now: Date) => UpdateObject<Database, Table>;
  /** History table of the subject, and its columns beyond `event`, `from_state`, `to_state` and `at`. */
  history?: { table: keyof Database; columns: Readonly<Record<string, unknown>> };
  /** Error codes to refuse with, by the unique constraint that the new state violates. */
  refusals?: Readonly<Record<string, string>>;
}

/**
 * The only way to change a state. It consults the life cycle, updates the row, writes its history and runs the effects, all in the caller's
 * transaction. Refuses with `conflict` if the life cycle does not accept the event or a concurrent request was faster.
 *
 * @returns the row as written; effects may have changed it since
 */
export async function applyEvent<Table extends keyof Database>(
  tx: Tx,
  deps: Deps,
  { release, lifeCycleId, table, key, from, event, actor, set, history, refusals = {} }: Transition<Table>,
): Promise<Selectable<Database[Table]>> {
  const { effects, ...to } = await stepOf(release, lifeCycleId, from, event);
  const now = deps.clock.now();
  // Kysely cannot type a table named by a parameter.
  const anyTable = tx as unknown as Transaction<{ any: Record<string, unknown> }>;
  const changed = anyTable
    .updateTable(table as 'any')
    .set({ ...set?.(to, now), state: to.state })
    .where((eb) => eb.and({ ...key, state: from }))
    .returningAll();
  const recorded = history && { ...history.columns, event: event.name, from_state: from, to_state: to.state, at: now };
  const { rows } = await (recorded ? withHistory(changed, history.table, recorded) : sql<Written>`${changed}`)
    .execute(tx)
    .catch((error: unknown) => {
      const code = refusals[violatedConstraint(error) ?? ''];
      if (code !== undefined) fail(code);
      throw error;
    });
  const { [eventIdColumn]: id, ...columns } = rows[0] ?? fail('conflict');
  const subject = columns as Selectable<Database[Table]>;
  const eventId = id === undefined ? undefined : Number(id);
  await runEffects(lifeCycleId, effects, { tx, deps, subject, event, actor, eventId });
  return subject;
}

type Written = Record<string, unknown>;
const eventIdColumn = 'history_event_id';

/** One statement that updates the row and inserts its history. Returns the row with the history row's id. */
function withHistory(changed: Compilable, table: string, columns: Readonly<Written>): RawBuilder<Written> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  return sql<Written>`with changed as (${changed}),
    recorded as (insert into ${sql.table(table)} (${names}) select ${sql.join(Object.values(columns))} from changed returning id)
    select changed.*, recorded.id as ${sql.ref(eventIdColumn)} from changed, recorded`;
}
