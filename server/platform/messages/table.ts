/** A notice for one customer. It stores no text, so readers see it in their current language. */
export interface MessageRow {
  id: string;
  customer_id: string;
  /** Idempotency key: of several messages with one source, only the first is stored. */
  source: string;
  /** Key of the notice, e.g. `newDevice`. */
  notice: string;
  /** Amounts and days for the placeholders, encrypted with the customer's data key (place `message|<id>`). */
  sealed_values: string;
  created_at: Date;
  read_at: Date | null;
}

/** Records that a customer has read an activity. */
export interface ActivityReadRow {
  customer_id: string;
  activity: string;
  read_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    messages: MessageRow;
    activity_reads: ActivityReadRow;
  }
}
