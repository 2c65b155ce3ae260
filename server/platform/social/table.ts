/** An attempt whose person has not returned from the provider yet. */
export interface SocialAttemptRow {
  state_hash: Uint8Array;
  customer_id: string;
  provider: string;
  session_hash: Uint8Array;
  /** Hash of the cookie that binds the attempt to one browser. */
  browser_hash: Uint8Array;
  /** PKCE verifier (RFC 7636). It proves that the same party requests and redeems the code. */
  verifier: string;
  expires_at: Date;
}

/** An external account of a customer. Only a keyed digest of its id is stored. */
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
