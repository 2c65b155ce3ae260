import type { Generated } from 'kysely';

/** Something that a customer disputes: a loan, a payment, or how they were treated. */
export interface DisputeRow {
  id: string;
  customer_id: string;
  about: 'customer' | 'loan' | 'repayment';
  /** Id of the customer, the loan or the payment. Only one dispute about it can be open at a time. */
  subject: string;
  loan_id: string | null;
  reason: string;
  state: Generated<'open' | 'resolved'>;
  /** Note on the customer's complaint, encrypted with the customer's data key. */
  note: string;
  opened_by: string;
  opened_at: Date;
  outcome: Generated<string | null>;
  /** Why it was resolved this way, encrypted like the note. */
  answer: Generated<string | null>;
  resolved_by: Generated<string | null>;
  resolved_at: Generated<Date | null>;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    disputes: DisputeRow;
  }
}
