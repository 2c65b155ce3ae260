/** A message of staff to a customer. A template reaches a customer once a day. */
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
