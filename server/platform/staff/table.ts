import type { Generated } from 'kysely';
import type { StaffRole } from '../../contract/staff/operation.ts';

declare module '../db/database.ts' {
  interface Database {
    staff: StaffRow;
    staff_sessions: StaffSessionRow;
    staff_passkeys: StaffPasskeyRow;
    staff_challenges: StaffChallengeRow;
    staff_recovery_codes: StaffRecoveryCodeRow;
    staff_enrolments: StaffEnrolmentRow;
  }
}

export interface StaffRow {
  id: string;
  name: string;
  role: StaffRole;
  /** argon2id in PHC form. Null until the person has chosen one, by a link. */
  password_hash: string | null;
  /** Secret of the authenticator app, encrypted with the master key. Null if a passkey is the only second factor. */
  totp_sealed: Uint8Array | null;
  /** Secret of an app that has not shown a code yet. */
  totp_pending: Generated<Uint8Array | null>;
  /** Until then, the password chosen by a link, or the provider after a reset, lets the person enrol a factor. */
  enrol_until: Generated<Date | null>;
  /** Last time step used, because a code is valid once (RFC 6238 §5.2). */
  totp_last_step: Generated<number>;
  /** The one account that still logs in here when STAFF_OIDC_ONLY turns local logins off. */
  is_emergency: Generated<boolean>;
  disabled_at: Date | null;
  created_by: string;
  created_at: Date;
}

export interface StaffSessionRow {
  /** Names the session in lists; its secrets stay secret. */
  id: Generated<string>;
  token_hash: Uint8Array;
  /** Hash of the second secret, which a browser keeps as a cookie; null in sessions of the command line. */
  cookie_hash: Generated<Uint8Array | null>;
  staff_id: string;
  /** Address of the login, as rate limits count it; null in sessions older than this column. */
  source: string | null;
  /** Browser and system; null if unknown. */
  device: Generated<string | null>;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  /** Begun through the provider of STAFF_OIDC_ISSUER: no factor of ours was used for it. */
  by_provider: Generated<boolean>;
  /** When a second factor was last used in this session. */
  verified_at: Generated<Date | null>;
  ended_at: Date | null;
}

export interface StaffPasskeyRow {
  /** Id of the credential, in base64url. */
  id: string;
  staff_id: string;
  /** In COSE format. */
  public_key: Uint8Array;
  /** How often the authenticator signed; always 0 if it does not count. */
  counter: Generated<number>;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** A challenge that an authenticator has not signed yet. Its use deletes it. */
export interface StaffChallengeRow {
  hash: Uint8Array;
  purpose: 'add' | 'login' | 'confirm';
  /** The session that asked for it; null before a login. */
  token_hash: Uint8Array | null;
  expires_at: Date;
}

/** A code for who has lost the second factor. */
export interface StaffRecoveryCodeRow {
  staff_id: string;
  code_hash: Uint8Array;
  used_at: Date | null;
}

/** The link by which a person chooses password and second factor. Its use deletes it. */
export interface StaffEnrolmentRow {
  staff_id: string;
  /** Who made it and has seen it (`staff:<id>`); null in links older than this column. */
  made_by: Generated<string | null>;
  token_hash: Uint8Array;
  expires_at: Date;
}
