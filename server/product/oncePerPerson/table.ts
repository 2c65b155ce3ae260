/** A once-per-person reward that a person has received. Pseudonymous, and kept when the account is deleted. */
export interface PersonRewardRow {
  /** `coupon:<grant key>` or `boost:<reason>`. */
  reward: string;
  /** Digest of a phone number, an ID number or a linked account; see marks.ts. */
  digest: string;
  /** Day of the grant, later that of the deletion. The retention period starts here. */
  known_on: string;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    person_rewards: PersonRewardRow;
  }
}
