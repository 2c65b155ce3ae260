import type { Generated, JSONColumnType } from 'kysely';

/** What is known of a number that codes were asked for, whether or not somebody is registered under it. */
export interface LoginNumberRow {
  phone_digest: string;
  /** Guesses evaluated since the last right one or the last unlock. A new code does not reset it. */
  failures: Generated<number>;
  /** The day that `codes` counts. */
  day: string;
  codes: Generated<number>;
  last_sent_at: Date | null;
}

/** A code that was sent. Codes are kept as keyed hashes. */
export interface LoginChallengeRow {
  id: string;
  phone_digest: string;
  phone_sealed: Uint8Array;
  code_hash: Uint8Array;
  guesses: Generated<number>;
  /** An image code was solved for it. */
  human: boolean;
  /** As the customer chose it; null where the request did not say. */
  language: string | null;
  privacy_hash: string | null;
  promotion: JSONColumnType<Record<string, string>>;
  /** The session that the code proves anew; null for a login. */
  session_hash: Uint8Array | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** Digest of the key that the right guess came with; null where it had none. */
  used_key: Uint8Array | null;
}

/** Events within a window of time that begins with the first of them. */
export interface LoginCounterRow {
  /**
   * Codes sent: `prefix`, `operator`, `address`, `network`, `sends`. Image codes: `images`. Wrong guesses of a day: `failures`.
   * What one customer does: `customer`. Logins of staff: `staffName`, `staffNetwork`, `staffLogins`, `staffCodes`.
   */
  scope:
    | 'prefix'
    | 'operator'
    | 'address'
    | 'network'
    | 'sends'
    | 'images'
    | 'failures'
    | 'customer'
    | 'staffName'
    | 'staffNetwork'
    | 'staffLogins'
    | 'staffCodes';
  key: string;
  window_start: Date;
  count: number;
}

export interface ImageCodeRow {
  id: string;
  answer_hash: Uint8Array;
  expires_at: Date;
  used_at: Date | null;
}

/** A device that a customer has logged in from; its name lies in a cookie there and is kept as a hash. */
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
    login_counters: LoginCounterRow;
    image_codes: ImageCodeRow;
    customer_devices: CustomerDeviceRow;
  }
}
