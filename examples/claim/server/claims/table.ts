import type { TransitionRow } from 'hakbang/server';

export interface ClaimRow {
  id: string;
  customer_id: string;
  release: string;
  state: string;
  open: boolean;
  /** The submitted answers, encrypted. */
  snapshot: string;
  reason: string | null;
  submitted_at: Date;
  updated_at: Date;
}

interface ClaimEventRow extends TransitionRow {
  claim_id: string;
}

declare module 'hakbang/server/database' {
  interface Database {
    claims: ClaimRow;
    claim_events: ClaimEventRow;
  }
}
