import type { Generated, JSONColumnType } from 'kysely';
import type { Answers } from '../../../engine/config/definitions.ts';
import type { CorrectionRequest, FlowNotice } from '../../../engine/flow/types.ts';

/** One customer's state in one flow: everything a position depends on, and nothing else. */
export interface FlowStateRow {
  customer_id: string;
  flow: string;
  /** Release that validates the answers. */
  release: string;
  /** Increases with every save. If-Match must name it. */
  revision: number;
  /** Answers that are not sensitive, by form. */
  answers: JSONColumnType<Answers>;
  /** Sensitive answers by form, each encrypted with the customer's data key (base64). */
  sealed: JSONColumnType<Record<string, string>>;
  confirmed: JSONColumnType<Record<string, string>>;
  corrections: JSONColumnType<CorrectionRequest[]>;
  facts: JSONColumnType<Record<string, unknown>>;
  /** Questions that a newer release asks again. */
  notices: JSONColumnType<FlowNotice[]>;
  /** The customer's current step, stored so that steps can be counted. Empty if none is open; null until it is known. */
  step: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Stored answers of requests with an idempotency key. */
export interface IdempotencyRow {
  customer_id: string;
  operation: string;
  key: string;
  body_hash: string;
  response: JSONColumnType<object | null>;
  created_at: Date;
}

/** A customer's data key, wrapped by a master key. Deleting it crypto-shreds everything encrypted with it. */
export interface DataKeyRow {
  customer_id: string;
  master_key_id: string;
  wrapped: Uint8Array;
  created_at: Generated<Date>;
}

/** A link with which a customer continues a flow. Deleted when the flow is submitted. */
export interface ResumeLinkRow {
  token_hash: Uint8Array;
  customer_id: string;
  flow: string;
  created_at: Date;
  expires_at: Date;
}

/** An invitation of a guest to one step. A step has at most one that has not ended. */
export interface InvitationRow {
  id: string;
  customer_id: string;
  flow: string;
  step: string;
  token_hash: Uint8Array;
  /** Token of a resent link. It works next to the earlier link until the gateway has taken the message, and then replaces it. */
  next_token_hash: Uint8Array | null;
  /** The E.164 number, encrypted with the customer's data key. Empty once the invitation no longer waits for anybody. */
  phone_sealed: string;
  created_at: Date;
  expires_at: Date;
  /** When the guest first proved the number. */
  opened_at: Date | null;
  done_at: Date | null;
  declined_at: Date | null;
  /** Withdrawn, replaced, or no longer needed. */
  ended_at: Date | null;
}

declare module '../db/database.ts' {
  interface Database {
    flow_states: FlowStateRow;
    resume_links: ResumeLinkRow;
    invitations: InvitationRow;
    idempotency_keys: IdempotencyRow;
    data_keys: DataKeyRow;
  }
}
