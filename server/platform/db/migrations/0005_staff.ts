import { sql, type Kysely } from 'kysely';

/** Staff and their sessions, and when a customer was deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table staff (
    id text primary key,
    name text not null unique,
    role text not null check (role in ('underwriter', 'support', 'reviewer', 'admin')),
    password_hash text not null,
    totp_sealed bytea not null,
    totp_last_step bigint not null default 0,
    failures integer not null default 0,
    locked_until timestamptz,
    disabled_at timestamptz,
    created_by text not null,
    created_at timestamptz not null
  )`,
  `create table staff_sessions (
    token_hash bytea primary key,
    staff_id text not null references staff,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index staff_sessions_staff on staff_sessions (staff_id)`,
  `create index staff_sessions_age on staff_sessions (expires_at)`,
  `alter table customers add column deleted_at timestamptz`,
];
