import { sql, type Kysely } from 'kysely';

/** In-app messages, and which activities each person has read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table messages (
    id text primary key,
    customer_id text not null references customers,
    source text not null unique,
    notice text not null,
    sealed_values text not null,
    created_at timestamptz not null,
    read_at timestamptz
  )`,
  // Ids grow with time (UUID version 7), so pages follow this index.
  `create index messages_customer on messages (customer_id, id desc)`,
  `create index messages_unread on messages (customer_id) where read_at is null`,
  `create index messages_age on messages (created_at)`,
  `create table activity_reads (
    customer_id text not null references customers,
    activity text not null,
    read_at timestamptz not null,
    primary key (customer_id, activity)
  )`,
];
