/** A person who was sent to log in elsewhere and is not back yet. */
export interface SocialAttemptRow {
  state_hash: Uint8Array;
  customer_id: string;
  provider: string;
  session_hash: Uint8Array;
  /** Of the cookie that this very browser was given. */
  browser_hash: Uint8Array;
  /** PKCE (RFC 7636): proves that who redeems the code is who asked for it. */
  verifier: string;
  expires_at: Date;
}

/** An account elsewhere that belongs to a customer. Its id is kept as a keyed digest only. */
export interface SocialLinkRow {
  id: string;
  customer_id: string;
  provider: string;
  account_digest: string;
  linked_at: Date;
  unlinked_at: Date | null;
}

declare module '../db/database.ts' {
  interface Database {
    social_attempts: SocialAttemptRow;
    social_links: SocialLinkRow;
  }
}
