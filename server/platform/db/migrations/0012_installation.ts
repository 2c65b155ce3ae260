import { sql, type Kysely } from 'kysely';

/** Facts about this installation that every node checks at startup: the master key and the photo folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create table installation (name text primary key, value text not null)').execute(db);
}
