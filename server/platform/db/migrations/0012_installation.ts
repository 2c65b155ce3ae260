import { sql, type Kysely } from 'kysely';

/** Facts about this installation that every node checks when it starts: the master key, the photo folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create table installation (name text primary key, value text not null)').execute(db);
}
