import type { Generated, JSONColumnType } from 'kysely';

/** The product may add columns of its own. */
export interface CustomerRow {
  id: string;
  /** Blind index of the number in E.164. */
  phone_digest: string;
  /** The number in E.164, sealed; see phone.ts. */
  phone_sealed: Uint8Array;
  language: string;
  /** The account was deleted: the number is gone, the row stays for what the law keeps. */
  deleted_at: Generated<Date | null>;
  created_at: Date;
}

/** Documents a customer accepted: by hash, language and time. Insert-only. */
export interface ConsentRow {
  id: string;
  customer_id: string;
  document: string;
  hash: string;
  language: string;
  accepted_at: Date;
}

/** Where a customer came from: campaign, adgroup, creative (N03). */
export interface PromotionRow {
  customer_id: string;
  data: JSONColumnType<Record<string, string>>;
  captured_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    customers: CustomerRow;
    consents: ConsentRow;
    promotions: PromotionRow;
  }
}
