import { sql, type Kysely } from 'kysely';

/** The source of logins: limits count by source, and customers are notified of a login on a new device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// The staff columns failures and locked_until stay unused instead of being dropped, because nodes of the previous version still read them.
const statements = [`alter table staff_sessions add column source text`];
