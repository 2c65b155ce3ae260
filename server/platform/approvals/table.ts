import type { JSONColumnType } from 'kysely';

/** An action of staff that waits for a second person, or once did. */
export interface ApprovalRow {
  id: string;
  /** Id of the operation, such as `staff.unlock`. */
  operation: string;
  /** Subject of the action: `<kind>:<id>`. An operation has at most one pending proposal per subject. */
  subject: string;
  /** The customer whose data it concerns; null if there is none. */
  customer_id: string | null;
  input: JSONColumnType<Record<string, unknown>>;
  /** The effect of the action, as of the proposal. */
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
