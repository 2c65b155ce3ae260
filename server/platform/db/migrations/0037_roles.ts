import { sql, type Kysely } from 'kysely';

/** flows/roles.json defines the roles, and staff sessions can be listed and ended one by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table staff drop constraint staff_role_check`,
  `alter table staff_sessions add column id text not null default gen_random_uuid()::text`,
  `alter table staff_sessions add column device text`,
  `create unique index staff_sessions_by_id on staff_sessions (id)`,
];
