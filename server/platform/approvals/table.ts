import type { JSONColumnType } from 'kysely';

/** An action of staff that waits for a second person, or once did. */
export interface ApprovalRow {
  id: string;
  /** Id of the operation, such as `staff.unlock`. */
  operation: string;
  /** What the action is about: `<kind>:<id>`. Only one proposal of an operation for a subject is pending. */
  subject: string;
  /** Whose data it concerns; null if nobody's. */
  customer_id: string | null;
  input: JSONColumnType<Record<string, unknown>>;
  /** What the action would do, as of the proposal. */
  facts: JSONColumnType<Record<string, unknown>>;
  /** Hash of operation, input and facts. An approval covers exactly this content. */
  hash: string;
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'void';
  requested_by: string;
  requested_at: Date;
  expires_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  note: string | null;
}

declare module '../db/database.ts' {
  interface Database {
    approvals: ApprovalRow;
  }
}
