import type { Generated, Selectable } from 'kysely';
import type { TransitionRow } from '../../../platform/lifeCycles/table.ts';

/** Easy Re-loan of one customer. The row appears when it is first turned on. */
export interface EasyReloanRow {
  customer_id: string;
  /** State of flows/lifecycles/easyReloan.lifecycle.json. Only transitions.ts changes it. */
  state: string;
  /** The consent; null when off. */
  consent_id: string | null;
  mode: 'scheduled' | 'automatic' | null;
  day_of_month: number | null;
  /** When it was turned on or last changed. */
  since: Date | null;
  /** Why it is paused. */
  reason: string | null;
  /** Successes in a row, and in total. Only rewards.ts changes them. */
  streak: Generated<number>;
  successes: Generated<number>;
  created_at: Date;
  updated_at: Date;
}
export type EasyReloanRecord = Selectable<EasyReloanRow>;

/** One loan of the plan, or an attempt at one. */
export interface EasyReloanRunRow {
  id: string;
  customer_id: string;
  consent_id: string;
  /** The cause: `settled:<loan>` or `day:<YYYY-MM-DD>`. A unique index allows one loan for each. */
  cause: string;
  state: 'waiting' | 'disbursing' | 'succeeded' | 'failed' | 'cancelled';
  due_at: Date;
  loan_id: string | null;
  /** Why it failed, or what it waits for. */
  reason: string | null;
  created_at: Date;
  updated_at: Date;
}
export type RunRecord = Selectable<EasyReloanRunRow>;

declare module '../../../platform/db/database.ts' {
  interface Database {
    easy_reloans: EasyReloanRow;
    easy_reloan_events: TransitionRow & { customer_id: string };
    easy_reloan_runs: EasyReloanRunRow;
  }
}
