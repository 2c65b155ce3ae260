import { sql, type Kysely } from 'kysely';

/** Alarms that staff have to look at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table alarms (
    id text primary key,
    kind text not null,
    subject text not null,
    day date not null,
    message text not null,
    detail jsonb not null,
    count integer not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    acknowledged_by text,
    acknowledged_at timestamptz,
    unique (kind, subject, day),
    check ((acknowledged_by is null) = (acknowledged_at is null))
  )`,
  `create index alarms_open on alarms (id) where acknowledged_at is null`,
  `create index alarms_kind_day on alarms (kind, day)`,
  `create index alarms_last on alarms (last_at)`,
];
