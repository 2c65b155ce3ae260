/** A customer who has had the new release. Such a person keeps it while the rollout is open. */
export interface RolloutPersonRow {
  rollout_id: string;
  customer_id: string;
}

/** Something that a customer met, once in each round. */
export interface RolloutCountRow {
  rollout_id: string;
  round: number;
  /** Under the new release. */
  is_next: boolean;
  /** `visit`, `error`, or `<flow>|<step>|reached` and `…|saved`. */
  event: string;
  customer_id: string;
  /** With `visit`: a digest of the address that they came from. */
  source: string | null;
}

/** A network from which somebody without a session came. It counts once in each round, whatever many people there do, or one who floods. */
export interface RolloutVisitorRow {
  rollout_id: string;
  round: number;
  is_next: boolean;
  event: 'network' | 'networkError';
  /** A digest. */
  network: string;
}

declare module '../db/database.ts' {
  interface Database {
    rollout_people: RolloutPersonRow;
    rollout_counts: RolloutCountRow;
    rollout_visitors: RolloutVisitorRow;
  }
}
