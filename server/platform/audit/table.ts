/** Who did what to what, and when. Insert-only, each row chained to the one before. */
export interface AuditRow {
  /** Consecutive, so that a missing row shows. */
  id: number;
  at: Date;
  /** `staff:<id>`, `customer:<id>`, or the part of the system that acted. */
  actor: string;
  action: string;
  /** `customer:<id>`, `staff:<id>` … */
  subject: string;
  /** JSON with sorted names, as it was hashed. */
  detail: string;
  hash: Uint8Array;
}

/** The last row's number and hash; one row. */
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
