import { sql, type Kysely } from 'kysely';

/** Events reported by providers, each stored once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table webhook_events (
    provider text not null,
    event_id text not null,
    kind text not null,
    reference text not null,
    received_at timestamptz not null,
    primary key (provider, event_id)
  )`,
  `create index webhook_events_age on webhook_events (received_at)`,
];
