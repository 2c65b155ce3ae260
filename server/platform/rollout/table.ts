/** A customer who has had the new release. Such a person keeps it while the rollout is open. */
export interface RolloutPersonRow {
  rollout_id: string;
  customer_id: string;
}

declare module '../db/database.ts' {
  interface Database {
    rollout_people: RolloutPersonRow;
  }
}
