import type { Generated, JSONColumnType } from 'kysely';

/** The product may add columns. */
export interface CustomerRow {
  id: string;
  /** Blind index of the E.164 number. */
  phone_digest: string;
  /** The E.164 number, encrypted (phone.ts). */
  phone_sealed: Uint8Array;
  language: string;
  /** When the account was deleted. The number is erased; the row stays for records that the law requires. */
  deleted_at: Generated<Date | null>;
  created_at: Date;
}

/** A version of a document that a customer accepted. Insert-only. */
export interface AcceptanceRow {
  id: string;
  customer_id: string;
  document: string;
  hash: string;
  language: string;
  accepted_at: Date;
}

/** The campaign that brought a customer: campaign, adgroup, creative (N03). */
export interface PromotionRow {
  customer_id: string;
  data: JSONColumnType<Record<string, string>>;
  captured_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    customers: CustomerRow;
    consents: AcceptanceRow;
    promotions: PromotionRow;
  }
}
