import type { Generated, JSONColumnType } from 'kysely';

/** A row of a subject's history: one transition. Insert-only. */
export interface TransitionRow {
  id: Generated<number>;
  event: string;
  from_state: string;
  to_state: string;
  /** Details of the event, e.g. the outcome and the row of a decision table, or the reason that staff gave. */
  detail: JSONColumnType<Record<string, unknown>>;
  actor: string;
  at: Date;
}
