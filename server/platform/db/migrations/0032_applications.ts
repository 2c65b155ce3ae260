import { sql, type Kysely } from 'kysely';

/** Each application of a product has its own release, and staff log in with a browser. Earlier releases belong to the main application. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table active_releases add column application text not null default 'main'`,
  `create index active_releases_by_application on active_releases (application, id desc)`,
  `alter table staff_sessions add column cookie_hash bytea`,
];
