/** Both halves of a login, hashed: the cookie's id and the token of the header. */
export interface SessionRow {
  id_hash: Uint8Array;
  token_hash: Uint8Array;
  customer_id: string;
  created_at: Date;
  /** When the phone was last proved: at the login, or later by a fresh code. */
  verified_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

declare module '../db/database.ts' {
  interface Database {
    sessions: SessionRow;
  }
}
