/** That somebody was given what a person is given once. It names nobody, and stays when the account is deleted. */
export interface PersonRewardRow {
  /** `coupon:<grant key>` or `boost:<reason>`. */
  reward: string;
  /** Of a phone number, an ID number or a linked account; see marks.ts. */
  digest: string;
  /** Day of the grant, later that of the deletion: the time to keep it runs from here. */
  known_on: string;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    person_rewards: PersonRewardRow;
  }
}
