import type { JSONColumnType } from 'kysely';

/** An event that needs a person. One row per kind, subject and UTC day, however often it was raised. */
export interface AlarmRow {
  id: string;
  kind: string;
  /** Same format as in the audit log: `customer:<id>`. */
  subject: string;
  day: string;
  message: string;
  /** Ids, amounts and codes of the latest occurrence. */
  detail: JSONColumnType<Record<string, unknown>>;
  count: number;
  first_at: Date;
  last_at: Date;
  acknowledged_by: string | null;
  acknowledged_at: Date | null;
}

declare module '../db/database.ts' {
  interface Database {
    alarms: AlarmRow;
  }
}
