import type { Generated, JSONColumnType } from 'kysely';
import type { Disclosure, LoanTerms, Posting } from '../../lending/types.ts';

export interface LoanRow {
  id: string;
  /** What the borrower quotes; unique, tells nothing. */
  order_number: string;
  customer_id: string;
  application_id: string;
  /** By flows/lifecycles/loan.lifecycle.json; changed in transitions.ts only. */
  state: string;
  /** Signed and not yet over: at most one a customer, by a partial unique index. */
  open: boolean;
  product_id: string;
  principal_cents: number;
  term_days: number;
  /** What the loan lives by, whatever is published later. */
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
  /** Where the money goes. */
  account_id: string | null;
  signature_id: string | null;
  /** Error code of why it went back or failed. */
  reason: string | null;
  /** Day of the confirmed payout. */
  start_day: string | null;
  created_at: Date;
  signed_at: Date | null;
  received_at: Date | null;
  settled_at: Date | null;
  updated_at: Date;
}

/** Every transition, insert-only. */
export interface LoanEventRow {
  id: Generated<number>;
  loan_id: string;
  event: string;
  from_state: string;
  to_state: string;
  detail: JSONColumnType<Record<string, unknown>>;
  actor: string;
  at: Date;
}

/** What a loan's balance is replayed from, in order. Insert-only. */
export interface LoanPostingRow {
  id: Generated<number>;
  loan_id: string;
  sequence: number;
  /** The same as its journal's, if it has one. */
  key: string;
  /** `type` of the posting. */
  kind: Posting['type'];
  day: string;
  posting: JSONColumnType<Posting>;
  created_at: Date;
}

/** One attempt to pay a loan out: one reference at the provider, at most one transfer. */
export interface DisbursementRow {
  id: string;
  loan_id: string;
  attempt: number;
  reference: string;
  account_id: string;
  amount_cents: number;
  /** `mismatch`: another amount was paid; staff look at it. */
  state: 'waiting' | 'sending' | 'sent' | 'paid' | 'failed' | 'mismatch';
  provider_reference: string | null;
  paid_cents: number | null;
  paid_at: Date | null;
  reason: string | null;
  created_at: Date;
  updated_at: Date;
}

/** What one person may stop at once, e.g. new withdrawals. */
export interface SwitchRow {
  name: string;
  is_on: boolean;
  actor: string;
  changed_at: Date;
}

/** A borrower's wish to cancel a loan, timed when it reached us; customer service completes or declines it. */
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
    loan_events: LoanEventRow;
    loan_postings: LoanPostingRow;
    disbursements: DisbursementRow;
    cancellation_requests: CancellationRequestRow;
    switches: SwitchRow;
  }
}

declare module '../../platform/customer/table.ts' {
  interface CustomerRow {
    /** Has settled a loan before. */
    is_reloan: Generated<boolean>;
  }
}
