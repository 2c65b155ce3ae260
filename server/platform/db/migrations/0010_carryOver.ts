import { sql, type Kysely } from 'kysely';

/** What a newer release asks again of a draft, and the publisher's policy for drafts that are not valid under it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table flow_states add column notices jsonb not null default '[]'`).execute(db);
  await sql.raw(`alter table active_releases add column carry_over text check (carry_over in ('pin', 'restart'))`).execute(db);
}
