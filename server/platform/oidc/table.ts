import type { Generated } from 'kysely';

declare module '../db/database.ts' {
  interface Database {
    staff_identities: StaffIdentityRow;
    staff_login_attempts: StaffLoginAttemptRow;
  }
}

/** A staff member's identity at the provider. An admin entered either the subject or an e-mail address. */
export interface StaffIdentityRow {
  staff_id: string;
  issuer: string;
  /** Null until the first login with the verified e-mail address. From then on, only the subject counts. */
  subject: string | null;
  /** In lower case. */
  email: string | null;
  linked_by: string;
  linked_at: Date;
  last_used_at: Date | null;
}

/** A login in progress: the person is at the provider, or has come back but has no session yet. */
export interface StaffLoginAttemptRow {
  state_hash: Uint8Array;
  /** Hash of the cookie that binds the attempt to one browser. */
  browser_hash: Uint8Array;
  nonce: string;
  /** PKCE verifier (RFC 7636). It never leaves the server. */
  verifier: string;
  /** Our path to which the browser returns with the provider's response. */
  return_to: string;
  /** A state can be used only once. */
  is_answered: Generated<boolean>;
  /** The person who came back; null before that. */
  staff_id: string | null;
  expires_at: Date;
}
