import type { Generated } from 'kysely';

/** One movement of value. Insert-only; a deferred trigger checks that its entries sum to zero. */
export interface JournalRow {
  id: string;
  /** One journal for each external effect, e.g. `payout:<reference>`. */
  key: string;
  kind: string;
  loan_id: string | null;
  /** Value date. */
  day: string;
  created_at: Date;
}

/** Debit positive, credit negative. */
export interface JournalEntryRow {
  id: Generated<number>;
  journal_id: string;
  account: string;
  cents: number;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    journals: JournalRow;
    journal_entries: JournalEntryRow;
  }
}
