/** A customer who has had the new release, and keeps it while the rollout is open. */
export interface RolloutPersonRow {
  rollout_id: string;
  customer_id: string;
}

/** An event that a customer met, once per round. */
export interface RolloutCountRow {
  rollout_id: string;
  round: number;
  /** Whether it happened under the new release. */
  is_next: boolean;
  /** `visit`, `error`, or `<flow>|<step>|reached` and `…|saved`. */
  event: string;
  customer_id: string;
  /** For `visit`: a digest of the customer's IP address. */
  source: string | null;
}

/** The network of a visitor without a session. It counts once per round, whether it has many people or one who floods. */
export interface RolloutVisitorRow {
  rollout_id: string;
  round: number;
  is_next: boolean;
  event: 'network' | 'networkError';
  /** A digest of the network. */
  network: string;
}

declare module '../db/database.ts' {
  interface Database {
    rollout_people: RolloutPersonRow;
    rollout_counts: RolloutCountRow;
    rollout_visitors: RolloutVisitorRow;
  }
}
