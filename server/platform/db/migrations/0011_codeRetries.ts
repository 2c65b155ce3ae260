import { sql, type Kysely } from 'kysely';

/** Lets a client resend a right code under the same key if the response was lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table login_challenges add column used_key bytea').execute(db);
}
