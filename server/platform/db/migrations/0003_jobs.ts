import { sql, type Kysely } from 'kysely';

/** Jobs, the chained audit log, the clock that demo and development can move, fresh logins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table jobs (
    id bigint generated always as identity primary key,
    kind text not null,
    key text unique,
    data jsonb not null,
    run_at timestamptz not null,
    attempts integer not null default 0,
    max_attempts integer not null check (max_attempts > 0),
    leased_until timestamptz,
    leased_by text,
    done_at timestamptz,
    failed_at timestamptz,
    last_error text,
    created_at timestamptz not null,
    check (done_at is null or failed_at is null)
  )`,
  `create index jobs_due on jobs (run_at, id) where done_at is null and failed_at is null`,
  `create index jobs_failed on jobs (failed_at) where failed_at is not null`,
  `create index jobs_done on jobs (done_at) where done_at is not null`,
  `create table audit_rows (
    id bigint primary key,
    at timestamptz(3) not null,
    actor text not null,
    action text not null,
    subject text not null,
    detail text not null,
    hash bytea not null
  )`,
  `create index audit_rows_subject on audit_rows (subject, id)`,
  // Separate from the rows, so that cutting off the last of them is detectable.
  `create table audit_head (
    only_row boolean primary key default true check (only_row),
    id bigint not null,
    hash bytea not null
  )`,
  `insert into audit_head (id, hash) values (0, sha256(''))`,
  `create function audit_refuse() returns trigger language plpgsql as $$
    begin raise exception 'audit rows are written once and stay'; end $$`,
  `create trigger audit_rows_stay before update or delete on audit_rows for each row execute function audit_refuse()`,
  `create trigger audit_rows_all_stay before truncate on audit_rows for each statement execute function audit_refuse()`,
  `create function audit_head_advance() returns trigger language plpgsql as $$
    begin
      if new.id <> old.id + 1 then raise exception 'the audit head moves on by one'; end if;
      return new;
    end $$`,
  `create trigger audit_head_advances before update on audit_head for each row execute function audit_head_advance()`,
  `create trigger audit_head_stays before delete on audit_head for each row execute function audit_refuse()`,
  `create trigger audit_head_all_stays before truncate on audit_head for each statement execute function audit_refuse()`,
  `create table dev_clock (
    only_row boolean primary key default true check (only_row),
    offset_ms bigint not null
  )`,
  `alter table sessions add column verified_at timestamptz`,
  `update sessions set verified_at = created_at`,
  `alter table sessions alter column verified_at set not null`,
  // The session that a code refreshes; null for a login code.
  `alter table login_challenges add column session_hash bytea`,
];
