import type { Generated, JSONColumnType } from 'kysely';
import type { Answers } from '../../../engine/config/definitions.ts';
import type { CorrectionRequest, FlowNotice } from '../../../engine/flow/types.ts';

/** One customer's way through one flow: all that a position depends on, and nothing else. */
export interface FlowStateRow {
  customer_id: string;
  flow: string;
  /** Release the answers are ruled by. */
  release: string;
  /** Goes up with every save; If-Match names it. */
  revision: number;
  /** Answers that are not sensitive, by form. */
  answers: JSONColumnType<Answers>;
  /** Sensitive answers by form, each sealed with the customer's data key (base64). */
  sealed: JSONColumnType<Record<string, string>>;
  confirmed: JSONColumnType<Record<string, string>>;
  corrections: JSONColumnType<CorrectionRequest[]>;
  facts: JSONColumnType<Record<string, unknown>>;
  /** What a newer release asks anew. */
  notices: JSONColumnType<FlowNotice[]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Answers already given to a request, by its Idempotency-Key. */
export interface IdempotencyRow {
  customer_id: string;
  operation: string;
  key: string;
  body_hash: string;
  response: JSONColumnType<object | null>;
  created_at: Date;
}

/** A customer's data key, wrapped by a master key; deleting it shreds everything sealed with it. */
export interface DataKeyRow {
  customer_id: string;
  master_key_id: string;
  wrapped: Uint8Array;
  created_at: Generated<Date>;
}

declare module '../db/database.ts' {
  interface Database {
    flow_states: FlowStateRow;
    idempotency_keys: IdempotencyRow;
    data_keys: DataKeyRow;
  }
}
