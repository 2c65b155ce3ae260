import { sql, type Kysely } from 'kysely';

/** Whether a customer has settled a loan before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table customers add column is_reloan boolean not null default false`.execute(db);
}
