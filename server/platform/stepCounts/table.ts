import type { Day } from '../../../engine/config/days.ts';

/** How often something happened at a place in a flow, but not to whom. */
export interface StepCountRow {
  day: Day;
  release: string;
  language: string;
  flow: string;
  /** Empty for the whole flow. */
  step: string;
  /** Empty for the whole step. */
  field: string;
  event: string;
  /** Code of a refusal, reason of a correction, or empty. */
  code: string;
  count: number;
}

/** A customer who was shown the first step of a flow. Recorded so that this counts only once. */
export interface OpenedFlowRow {
  customer_id: string;
  flow: string;
}

declare module '../db/database.ts' {
  interface Database {
    step_counts: StepCountRow;
    opened_flows: OpenedFlowRow;
  }
}
