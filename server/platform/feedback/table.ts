import type { JSONColumnType } from 'kysely';

export interface FeedbackRow {
  id: string;
  /** Reference number for the customer. */
  number: string;
  customer_id: string;
  /** The sender's idempotency key. Feedback is stored once, however often it is sent. */
  request_key: string;
  request_digest: string;
  topic: string;
  /** Text and contact, encrypted with the customer's data key. */
  sealed: string;
  /** File ids. */
  photos: JSONColumnType<string[]>;
  created_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    feedback: FeedbackRow;
  }
}
