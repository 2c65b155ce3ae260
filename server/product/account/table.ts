/** Where a borrower's money goes; each version is kept, one of them is active. */
export interface PayoutAccountRow {
  id: string;
  customer_id: string;
  method: 'bank' | 'wallet' | 'remittance';
  /** Code of the bank, wallet or shop. */
  institution: string;
  /** Account or number and its holder, sealed with the customer's data key (place `payoutAccount|<id>`). */
  sealed: string;
  /** Blind index of method, institution and number: a new one must differ from the old (V11). */
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
