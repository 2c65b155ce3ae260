import type { Generated, JSONColumnType } from 'kysely';
import type { Repayment } from '../../contract/repayments.ts';

export interface RepaymentRow {
  id: string;
  loan_id: string;
  customer_id: string;
  kind: Repayment['kind'];
  /** State of flows/lifecycles/repayment.lifecycle.json. */
  state: Repayment['state'];
  /** Our reference at the provider. */
  reference: string;
  /** Amount due on `quoted_day`, including the coupon. */
  due_cents: number;
  amount_cents: number;
  coupon_id: string | null;
  coupon_cents: Generated<number>;
  /** Day of the quote, which is honoured if it is paid on that day. */
  quoted_day: string;
  new_due_day: string | null;
  parts: JSONColumnType<NonNullable<Repayment['parts']>>;
  provider_reference: string | null;
  instructions: JSONColumnType<{ channel: string; code: string; url?: string }> | null;
  expires_at: Date;
  /** The amount actually paid and the time of payment. */
  paid_cents: number | null;
  paid_at: Date | null;
  reason: string | null;
  /** How the money was used. Null until it arrives, and for money that an older version booked. */
  outcome: NonNullable<Repayment['outcome']> | null;
  /** The loan could not take the money: it is or was held in suspense for staff. */
  mismatch: Generated<boolean>;
  /** `borrower`, or the member of staff who started it. */
  actor: string;
  created_at: Date;
  settled_at: Date | null;
  updated_at: Date;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    repayments: RepaymentRow;
  }
}
