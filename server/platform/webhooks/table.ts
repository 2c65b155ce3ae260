/** An event from a provider. Stored, so that a redelivery has no effect. */
export interface WebhookEventRow {
  provider: string;
  event_id: string;
  kind: string;
  /** Our reference of the transfer. */
  reference: string;
  received_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    webhook_events: WebhookEventRow;
  }
}
