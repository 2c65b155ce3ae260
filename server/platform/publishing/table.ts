import type { ColumnType, JSONColumnType } from 'kysely';
import type { Rehearsal } from '../../../engine/cli/types.ts';
import type { RecordedPolicy } from '../release/types.ts';

/** A request for review. An edit deletes it, and voids the approvals. */
export interface ChangeRequestRow {
  change_id: string;
  /** The release that the change produces. */
  release_hash: string;
  /** Hash of its problems and its meaning. */
  verdict_hash: string;
  carry_over: RecordedPolicy | null;
  /** Number of approvals required. */
  needed: number;
  /** Roles that may approve. */
  roles: JSONColumnType<string[]>;
  /** Its effect on applications in progress, as rehearsed when it was sent. */
  rehearsal: JSONColumnType<Rehearsal>;
  /** Maximum growth, in percentage points, of the share of applications asked again or restarted before the change is published. */
  most_growth_percent: number;
  sent_by: string;
  sent_at: Date;
  publish_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  scheduled_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A person's current review of a change. The audit log holds earlier ones. */
export interface ChangeReviewRow {
  change_id: string;
  staff_id: string;
  /** An objection stands until its author withdraws it, however often the change is edited. */
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
