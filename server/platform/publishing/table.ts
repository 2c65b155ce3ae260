import type { ColumnType, JSONColumnType } from 'kysely';
import type { Rehearsal } from '../../../engine/cli/types.ts';
import type { RecordedPolicy } from '../release/types.ts';

/** What was sent for review. An edit deletes it, and voids the approvals. */
export interface ChangeRequestRow {
  change_id: string;
  /** The release that the change makes. */
  release_hash: string;
  /** Of its problems and its meaning. */
  verdict_hash: string;
  carry_over: RecordedPolicy | null;
  /** How many must approve. */
  needed: number;
  /** The roles that may. */
  roles: JSONColumnType<string[]>;
  /** What it would have done to the applications in progress when it was sent. */
  rehearsal: JSONColumnType<Rehearsal>;
  /** How many percentage points more of the applications may be asked again or restarted by the time it is published. */
  most_growth_percent: number;
  sent_by: string;
  sent_at: Date;
  publish_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  scheduled_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** What a person says of a change now. The audit log has what was said before. */
export interface ChangeReviewRow {
  change_id: string;
  staff_id: string;
  /** An objection stands until its author takes it back, however often the change is edited. */
  decision: 'approved' | 'objected' | 'withdrawn' | 'void';
  release_hash: string;
  verdict_hash: string;
  carry_over: RecordedPolicy | null;
  note: string;
  decided_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    change_requests: ChangeRequestRow;
    change_reviews: ChangeReviewRow;
  }
}
