/** An event that a provider sent. Kept so that the same one has no second effect. */
export interface WebhookEventRow {
  provider: string;
  event_id: string;
  kind: string;
  /** Ours: the transfer it is about. */
  reference: string;
  received_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    webhook_events: WebhookEventRow;
  }
}
