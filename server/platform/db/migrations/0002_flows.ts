import { sql, type Kysely } from 'kysely';

/** Releases, flow states, files, applications, data keys and blind indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table releases (
    hash text primary key,
    manifest jsonb not null,
    part_names jsonb not null,
    sources jsonb not null,
    created_by text not null,
    created_at timestamptz not null default now()
  )`,
  `create table release_parts (
    name text primary key,
    type text not null,
    body text not null,
    brotli bytea not null,
    gzip bytea not null
  )`,
  `create table active_releases (
    id integer generated always as identity primary key,
    hash text not null references releases,
    kind text not null check (kind in ('seed', 'publish', 'rollback')),
    moved_by text not null,
    moved_at timestamptz not null default now()
  )`,
  `create table data_keys (
    customer_id text primary key,
    master_key_id text not null,
    wrapped bytea not null,
    created_at timestamptz not null default now()
  )`,
  `create table flow_states (
    customer_id text not null,
    flow text not null,
    release text not null,
    revision integer not null,
    answers jsonb not null,
    sealed jsonb not null,
    confirmed jsonb not null,
    corrections jsonb not null,
    facts jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (customer_id, flow)
  )`,
  `create index flow_states_release on flow_states (release)`,
  `create table idempotency_keys (
    customer_id text not null,
    operation text not null,
    key text not null,
    body_hash text not null,
    response jsonb,
    created_at timestamptz not null,
    primary key (customer_id, operation, key)
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,
  `create table blind_indexes (
    customer_id text not null,
    source text not null,
    kind text not null,
    digest text not null,
    primary key (customer_id, source)
  )`,
  `create index blind_indexes_digest on blind_indexes (kind, digest)`,
  `create table files (
    id text primary key,
    customer_id text not null,
    purpose text not null,
    content_type text not null,
    width_px integer not null,
    height_px integer not null,
    size_bytes integer not null,
    attached_at timestamptz,
    created_at timestamptz not null
  )`,
  `create index files_customer on files (customer_id, created_at)`,
  `create index files_unattached on files (created_at) where attached_at is null`,
];
