/** The audit log: insert-only, each row chained to the previous one. */
export interface AuditRow {
  /** Consecutive, so a missing row is detectable. */
  id: number;
  at: Date;
  /** `staff:<id>`, `customer:<id>`, or the part of the system that acted. */
  actor: string;
  action: string;
  /** `customer:<id>`, `staff:<id>` … */
  subject: string;
  /** JSON with sorted keys, exactly as hashed. */
  detail: string;
  hash: Uint8Array;
}

/** Number and hash of the last audit row. The table holds one row. */
export interface AuditHeadRow {
  only_row: boolean;
  id: number;
  hash: Uint8Array;
}

declare module '../db/database.ts' {
  interface Database {
    audit_rows: AuditRow;
    audit_head: AuditHeadRow;
  }
}
