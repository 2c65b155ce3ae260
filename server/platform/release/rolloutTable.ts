import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Cause } from '../../contract/staff/studio.ts';
import type { RecordedPolicy } from './types.ts';

/** A share of the people, and for how long at least. */
export interface Stage {
  percent: number;
  hours: number;
}

/** How much worse than the old release the new one may be before a rollout pauses. */
export interface Guardrails {
  /** People who must have used each release before its errors are judged. */
  visits: number;
  /** People of one address who count. */
  perAddress?: number;
  /** People who must have reached a step under each release before its drop-off is judged. */
  reached: number;
  /** How many more of 100 people may meet an error under the new release. */
  moreErrors: number;
  /** How many percentage points more of those who reach a step may leave it unsaved. */
  moreDropOff: number;
}

/** How many people, under one release: `visit`, `error`, or `<flow>|<step>|reached` and `…|saved`. */
export type Sums = Readonly<Record<string, number>>;

/** A release that is given to more and more people. One is open for each application at a time. */
export interface RolloutRow {
  id: string;
  application: string;
  /** The new release. */
  hash: string;
  /** The release that everybody else has. It stays the active one until the rollout is finished. */
  base_hash: string;
  /** The row of `active_releases` that made the base active. */
  basis: number;
  change_id: string;
  carry_over: RecordedPolicy | null;
  /** Makes the places of people in the queue differ from one rollout to the next. */
  salt: string;
  /** As they stood in flows/studio.json at the start. */
  stages: JSONColumnType<Stage[]>;
  guardrails: JSONColumnType<Guardrails>;
  /** It moves on to the next stage while the guardrails hold. */
  by_itself: boolean;
  state: 'running' | 'paused' | 'finished' | 'stopped';
  /** From 0. */
  stage: number;
  stage_since: Date;
  /** Grows with each stage, and with each stage that goes on after a pause: what was counted in an earlier one says nothing about it. */
  round: Generated<number>;
  /** Why it is paused. */
  causes: JSONColumnType<Cause[] | null, string | null | undefined, string | null>;
  /** Why it was stopped, as somebody said. Why it is paused, in rows from before causes had codes. */
  why: string | null;
  started_by: string;
  started_at: Date;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}
