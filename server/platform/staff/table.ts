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
  /** argon2id in PHC form. Null until the person has chosen a password through a link. */
  password_hash: string | null;
  /** Secret of the authenticator app, encrypted with the master key. Null if a passkey is the only second factor. */
  totp_sealed: Uint8Array | null;
  /** Secret of an app that has not shown a code yet. */
  totp_pending: Generated<Uint8Array | null>;
  /** Deadline for enrolling a factor with only the password chosen through a link, or with only the provider's login after a reset. */
  enrol_until: Generated<Date | null>;
  /** Last time step used, because a code is valid once (RFC 6238 §5.2). */
  totp_last_step: Generated<number>;
  /** The only account that can still log in locally when STAFF_OIDC_ONLY is on. */
  is_emergency: Generated<boolean>;
  disabled_at: Date | null;
  created_by: string;
  created_at: Date;
}

export interface StaffSessionRow {
  /** Public id of the session in lists; its secrets stay secret. */
  id: Generated<string>;
  token_hash: Uint8Array;
  /** Hash of the second secret, which a browser keeps as a cookie; null in sessions of the command line. */
  cookie_hash: Generated<Uint8Array | null>;
  staff_id: string;
  /** Address of the login in the form that rate limits use; null in sessions older than this column. */
  source: string | null;
  /** Browser and system; null if unknown. */
  device: Generated<string | null>;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  /** Started through the provider of STAFF_OIDC_ISSUER, without one of our factors. */
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
  /** Number of signatures by the authenticator; always 0 if it does not count. */
  counter: Generated<number>;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** A challenge that has not been signed yet. It is deleted on use. */
export interface StaffChallengeRow {
  hash: Uint8Array;
  purpose: 'add' | 'login' | 'confirm';
  /** The session that requested it; null before a login. */
  token_hash: Uint8Array | null;
  expires_at: Date;
}

/** A recovery code for a person who has lost the second factor. */
export interface StaffRecoveryCodeRow {
  staff_id: string;
  code_hash: Uint8Array;
  used_at: Date | null;
}

/** A link for choosing a password and a second factor. It is deleted on use. */
export interface StaffEnrolmentRow {
  staff_id: string;
  /** The person who created the link and has seen it (`staff:<id>`); null in links older than this column. */
  made_by: Generated<string | null>;
  token_hash: Uint8Array;
  expires_at: Date;
}
