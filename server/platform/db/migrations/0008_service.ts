import { sql, type Kysely } from 'kysely';

/** Linked external accounts, and what customers write to us. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table social_attempts (
    state_hash bytea primary key,
    customer_id text not null references customers,
    provider text not null,
    session_hash bytea not null,
    browser_hash bytea not null,
    verifier text not null,
    expires_at timestamptz not null
  )`,
  `create index social_attempts_age on social_attempts (expires_at)`,
  `create table social_links (
    id text primary key,
    customer_id text not null references customers,
    provider text not null,
    account_digest text not null,
    linked_at timestamptz not null,
    unlinked_at timestamptz
  )`,
  // An account serves one person forever: unlinking must not free it to raise somebody else's limit.
  `create unique index social_links_account on social_links (provider, account_digest)`,
  `create unique index social_links_one_live on social_links (customer_id, provider) where unlinked_at is null`,
  `create table feedback (
    id text primary key,
    number text not null unique,
    customer_id text not null references customers,
    request_key text not null,
    request_digest text not null,
    topic text not null,
    sealed text not null,
    photos jsonb not null,
    created_at timestamptz not null,
    unique (customer_id, request_key)
  )`,
  `create index feedback_newest on feedback (id desc)`,
  `create index feedback_age on feedback (created_at)`,
  `create index feedback_customer on feedback (customer_id, created_at)`,
];
