import { sql, type Kysely } from 'kysely';

/** Applications and what happened to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table applications (
    id text primary key,
    customer_id text not null,
    flow text not null,
    release text not null,
    state text not null,
    open boolean not null,
    snapshot text not null,
    reason text,
    limit_cents integer check (limit_cents > 0),
    resubmission_day text check (resubmission_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    submitted_at timestamptz not null,
    updated_at timestamptz not null default now()
  )`,
  // Check-then-insert lets two through under load (safety.md), so the database enforces the rule.
  `create unique index applications_one_open on applications (customer_id) where open`,
  `create index applications_customer on applications (customer_id, submitted_at)`,
  `create table application_events (
    id integer generated always as identity primary key,
    application_id text not null references applications,
    event text not null,
    from_state text not null,
    to_state text not null,
    detail jsonb not null,
    actor text not null,
    at timestamptz not null
  )`,
  `create index application_events_application on application_events (application_id, id)`,
];
