import type { Generated, JSONColumnType } from 'kysely';

/** State of a number that codes were requested for, registered or not. */
export interface LoginNumberRow {
  phone_digest: string;
  /** Guesses evaluated since the last right one or the last unlock. A new code does not reset the count. */
  failures: Generated<number>;
  /** The day that `codes` counts. */
  day: string;
  codes: Generated<number>;
  last_sent_at: Date | null;
}

/** A sent code, stored as a keyed hash. */
export interface LoginChallengeRow {
  id: string;
  phone_digest: string;
  phone_sealed: Uint8Array;
  code_hash: Uint8Array;
  guesses: Generated<number>;
  /** The client solved an image code. */
  human: boolean;
  /** Language that the customer chose; null if the request named none. */
  language: string | null;
  privacy_hash: string | null;
  promotion: JSONColumnType<Record<string, string>>;
  /** Hash of what the code is bound to: the session that it refreshes, the invitation that it opens; null for a login. */
  session_hash: Uint8Array | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** Digest of the idempotency key of the right guess; null if it had none. */
  used_key: Uint8Array | null;
}

export interface ImageCodeRow {
  id: string;
  answer_hash: Uint8Array;
  expires_at: Date;
  used_at: Date | null;
}

/** A device that a customer logged in from. A cookie holds the device's id, the table its hash. */
export interface CustomerDeviceRow {
  customer_id: string;
  device_hash: Uint8Array;
  first_used_at: Date;
  last_used_at: Date;
}

declare module '../db/database.ts' {
  interface Database {
    login_numbers: LoginNumberRow;
    login_challenges: LoginChallengeRow;
    image_codes: ImageCodeRow;
    customer_devices: CustomerDeviceRow;
  }
}
