export type NumberKind = 'idNumber' | 'account';

/** Keyed digests of all ID numbers and accounts that a customer ever submitted. */
export interface SubmittedNumberRow {
  customer_id: string;
  kind: NumberKind;
  digest: string;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    submitted_numbers: SubmittedNumberRow;
  }
}
