/** A payout account. Every version is kept; at most one per customer is active. */
export interface PayoutAccountRow {
  id: string;
  customer_id: string;
  method: 'bank' | 'wallet' | 'remittance';
  /** Code of the bank, wallet or shop. */
  institution: string;
  /** Account number and holder, sealed with the customer's data key (place `payoutAccount|<id>`). */
  sealed: string;
  /** Blind index of method, institution and number: a new account must differ from the old (V11). */
  digest: string;
  source: 'application' | 'refill' | 'change';
  created_at: Date;
  retired_at: Date | null;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    payout_accounts: PayoutAccountRow;
  }
}
