import { sql, type Kysely } from 'kysely';

/** Where logins come from: limits count by source, and a customer is told of a login on a new device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// The columns failures and locked_until of staff stay unused, since a node of the version before still reads them.
const statements = [`alter table staff_sessions add column source text`];
