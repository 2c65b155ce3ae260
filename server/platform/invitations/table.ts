/** A number whose holder declined an invitation from any customer. */
export interface GuestRefusalRow {
  /** Keyed digest of the number. */
  phone_digest: string;
  /** The last time. */
  declined_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    guest_refusals: GuestRefusalRow;
  }
}
