import { sql, type Kysely } from 'kysely';

/** Customers, what they accepted, logins and sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table customers (
    id text primary key,
    phone_digest text not null unique,
    phone_sealed bytea not null,
    language text not null,
    created_at timestamptz not null
  )`,
  `create table consents (
    id text primary key,
    customer_id text not null references customers,
    document text not null,
    hash text not null,
    language text not null,
    accepted_at timestamptz not null
  )`,
  `create index consents_customer on consents (customer_id, document)`,
  `create table promotions (
    customer_id text primary key references customers,
    data jsonb not null,
    captured_at timestamptz not null
  )`,
  `create table login_numbers (
    phone_digest text primary key,
    failures integer not null default 0 check (failures >= 0),
    day text not null,
    codes integer not null default 0,
    last_sent_at timestamptz
  )`,
  `create table login_challenges (
    id text primary key,
    phone_digest text not null references login_numbers,
    phone_sealed bytea not null,
    code_hash bytea not null,
    guesses integer not null default 0,
    human boolean not null,
    language text,
    privacy_hash text,
    promotion jsonb not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index login_challenges_phone on login_challenges (phone_digest, created_at)`,
  `create index login_challenges_age on login_challenges (expires_at)`,
  `create table login_counters (
    scope text not null,
    key text not null,
    window_start timestamptz not null,
    count integer not null,
    primary key (scope, key)
  )`,
  `create index login_counters_age on login_counters (window_start)`,
  `create table image_codes (
    id text primary key,
    answer_hash bytea not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index image_codes_age on image_codes (expires_at)`,
  `create table sessions (
    id_hash bytea primary key,
    token_hash bytea not null,
    customer_id text not null references customers,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index sessions_customer on sessions (customer_id)`,
  `create index sessions_age on sessions (expires_at)`,
];
