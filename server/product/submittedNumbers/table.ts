export type NumberKind = 'idNumber' | 'account';

/** Keyed digests of the ID numbers and accounts that a customer has submitted, however long ago. */
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
