/** A staff message to a customer. Each template reaches a customer at most once a day. */
export interface TemplateMessageRow {
  customer_id: string;
  /** Calendar day of the product's time zone. */
  day: string;
  template: string;
  staff_id: string;
  at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    template_messages: TemplateMessageRow;
  }
}
