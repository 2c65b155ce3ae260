import { sql, type Kysely } from 'kysely';

/** Who was given what a person is given once. It outlives the account, so it names nobody: digests only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table person_rewards (
    reward text not null,
    digest text not null,
    known_on text not null check (known_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    primary key (reward, digest)
  )`,
  `create index person_rewards_age on person_rewards (known_on)`,
];
