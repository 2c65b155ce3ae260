import type { JSONColumnType } from 'kysely';

/** Something that a person has to look at: one row for a kind, a subject and a UTC day, however often it was raised. */
export interface AlarmRow {
  id: string;
  kind: string;
  /** As in the audit log, e.g. `customer:<id>`. */
  subject: string;
  day: string;
  message: string;
  /** Ids, amounts and codes of the last time. */
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
