import { sql } from 'kysely';
import type { Migration } from '../../platform/db/migration.ts';

const statements = [
  `create table person_rewards (
    reward text not null,
    digest text not null,
    known_on text not null check (known_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    primary key (reward, digest)
  )`,
  `create index person_rewards_age on person_rewards (known_on)`,
];

/** Who has received which once-per-person reward. The table outlives the account, so it contains only digests. */
export const personRewards: Migration = {
  name: '0021_personRewards',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
