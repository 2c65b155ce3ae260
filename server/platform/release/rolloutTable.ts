import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Cause } from '../../contract/staff/studio.ts';
import type { RecordedPolicy } from './types.ts';

/** A share of the people, and its minimum duration. */
export interface Stage {
  percent: number;
  hours: number;
}

/** How much worse than the old release the new one may be before the rollout pauses. */
export interface Guardrails {
  /** Number of people who must have used each release before its errors are judged. */
  visits: number;
  /** Maximum number of people counted per IP address. */
  perAddress?: number;
  /** Number of people who must have reached a step under each release before its drop-off is judged. */
  reached: number;
  /** How many more people in 100 may meet an error under the new release. */
  moreErrors: number;
  /** Maximum growth, in percentage points, of the share of people who reach a step but do not save it. */
  moreDropOff: number;
}

/** Number of people under one release, by event: `visit`, `error`, or `<flow>|<step>|reached` and `…|saved`. */
export type Sums = Readonly<Record<string, number>>;

/** A release that a growing share of people gets. Each application has at most one open rollout. */
export interface RolloutRow {
  id: string;
  application: string;
  /** The new release. */
  hash: string;
  /** The release of everybody else. It stays active until the rollout is finished. */
  base_hash: string;
  /** The row of `active_releases` that made the base active. */
  basis: number;
  change_id: string;
  carry_over: RecordedPolicy | null;
  /** Gives people different places in the queue in each rollout. */
  salt: string;
  /** A copy of the stages in flows/studio.json at the start. */
  stages: JSONColumnType<Stage[]>;
  guardrails: JSONColumnType<Guardrails>;
  /** Whether it advances to the next stage automatically while the guardrails hold. */
  by_itself: boolean;
  state: 'running' | 'paused' | 'finished' | 'stopped';
  /** Index of the current stage. */
  stage: number;
  stage_since: Date;
  /** Incremented for each stage, and when a stage continues after a pause. Counts of an earlier round do not apply to it. */
  round: Generated<number>;
  /** Why the rollout is paused. */
  causes: JSONColumnType<Cause[] | null, string | null | undefined, string | null>;
  /** The reason that somebody gave for stopping it. In rows from before causes had codes, why it is paused. */
  why: string | null;
  started_by: string;
  started_at: Date;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
