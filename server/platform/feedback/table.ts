import type { JSONColumnType } from 'kysely';

/** What a customer wrote to us. */
export interface FeedbackRow {
  id: string;
  /** What the customer quotes. */
  number: string;
  customer_id: string;
  /** The sender's Idempotency-Key: stored once however often and however late it arrives. */
  request_key: string;
  request_digest: string;
  topic: string;
  /** Text and contact, sealed with the customer's data key. */
  sealed: string;
  /** Ids of files. */
  photos: JSONColumnType<string[]>;
  created_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    feedback: FeedbackRow;
  }
}
