/** A message to one customer about their own affairs. Words are not kept: it speaks the language of whoever reads it. */
export interface MessageRow {
  id: string;
  customer_id: string;
  /** What asked for it; of several with one source there is only the first. */
  source: string;
  /** Which notice it is, e.g. `newDevice`. */
  notice: string;
  /** Amounts and days for the placeholders, sealed with the customer's data key (place `message|<id>`). */
  sealed_values: string;
  created_at: Date;
  read_at: Date | null;
}

/** That a customer has read an activity of the configuration. */
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
