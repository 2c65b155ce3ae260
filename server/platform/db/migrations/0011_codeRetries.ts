import { sql, type Kysely } from 'kysely';

/** A right code whose answer was lost on the way may be sent once more, under the same key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table login_challenges add column used_key bytea').execute(db);
}
