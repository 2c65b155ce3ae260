import type { Generated, JSONColumnType } from 'kysely';
import type { Disclosure, LoanTerms, Posting } from '../../lending/types.ts';
import type { TransitionRow } from '../../platform/lifeCycles/table.ts';

export interface LoanRow {
  id: string;
  /** Number that the borrower quotes. Unique and random. */
  order_number: string;
  customer_id: string;
  application_id: string;
  /** State of flows/lifecycles/loan.lifecycle.json. Only transitions.ts changes it. */
  state: string;
  /** Signed and not over. A partial unique index allows one for each customer. */
  open: boolean;
  product_id: string;
  principal_cents: number;
  term_days: number;
  /** Terms of the loan. Later releases do not change them. */
  terms: JSONColumnType<LoanTerms>;
  disclosure: JSONColumnType<Disclosure>;
  disclosure_hash: string;
  /** Binds the consent to this disclosure of this loan. */
  nonce: string;
  /** Release it was disclosed under. */
  release: string;
  /** The amount paid out, after deductions. */
  received_cents: number;
  coupon_id: string | null;
  coupon_cents: Generated<number>;
  account_id: string | null;
  signature_id: string | null;
  /** Error code that says why it was sent back or failed. */
  reason: string | null;
  /** Day of the confirmed payout. */
  start_day: string | null;
  created_at: Date;
  signed_at: Date | null;
  received_at: Date | null;
  settled_at: Date | null;
  updated_at: Date;
}

/** The postings that a loan's balance is replayed from, in order. Insert-only. */
export interface LoanPostingRow {
  id: Generated<number>;
  loan_id: string;
  sequence: number;
  /** Equal to the key of its journal, if it has one. */
  key: string;
  kind: Posting['type'];
  day: string;
  posting: JSONColumnType<Posting>;
  created_at: Date;
}

/** One attempt to pay a loan out: one provider reference, at most one transfer. */
export interface DisbursementRow {
  id: string;
  loan_id: string;
  attempt: number;
  reference: string;
  account_id: string;
  amount_cents: number;
  /** `mismatch`: another amount was paid, and staff must decide. */
  state: 'waiting' | 'sending' | 'sent' | 'paid' | 'failed' | 'mismatch';
  provider_reference: string | null;
  paid_cents: number | null;
  paid_at: Date | null;
  reason: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A switch that one member of staff may set, e.g. to pause withdrawals. */
export interface SwitchRow {
  name: string;
  is_on: boolean;
  actor: string;
  changed_at: Date;
}

/** A borrower's request to cancel a loan, with the time it reached the server. Customer service completes or declines it. */
export interface CancellationRequestRow {
  id: string;
  loan_id: string;
  customer_id: string;
  state: 'open' | 'completed' | 'declined';
  requested_at: Date;
  closed_at: Date | null;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    loans: LoanRow;
    loan_events: TransitionRow & { loan_id: string };
    loan_postings: LoanPostingRow;
    disbursements: DisbursementRow;
    cancellation_requests: CancellationRequestRow;
    switches: SwitchRow;
  }
}

declare module '../../platform/customer/table.ts' {
  interface CustomerRow {
    /** Whether the customer has settled a loan before. */
    is_reloan: Generated<boolean>;
  }
}
