/** Stores the hashes of both secrets: the cookie's id and the header's token. */
export interface SessionRow {
  id_hash: Uint8Array;
  token_hash: Uint8Array;
  customer_id: string;
  created_at: Date;
  /** When the phone was last verified: at login, or later by a fresh code. */
  verified_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

/** The session of a guest. It ends with the invitation. */
export interface GuestSessionRow {
  id_hash: Uint8Array;
  token_hash: Uint8Array;
  invitation_id: string;
  created_at: Date;
  expires_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    sessions: SessionRow;
    guest_sessions: GuestSessionRow;
  }
}
