import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const statements = [
  // One identity per person and one person per identity.
  `create table staff_identities (
    staff_id text primary key references staff,
    issuer text not null,
    subject text,
    email text check (email = lower(email)),
    linked_by text not null,
    linked_at timestamptz not null,
    last_used_at timestamptz,
    check (subject is not null or email is not null),
    unique (issuer, subject),
    unique (issuer, email)
  )`,
  `create table staff_login_attempts (
    state_hash bytea primary key,
    browser_hash bytea not null unique,
    nonce text not null,
    verifier text not null,
    return_to text not null,
    is_answered boolean not null default false,
    staff_id text references staff,
    expires_at timestamptz not null
  )`,
  `create index staff_login_attempts_expiry on staff_login_attempts (expires_at)`,
  `alter table staff_sessions add column by_provider boolean not null default false`,
  // At most one emergency account, and it is an admin, because only an admin can let everybody else back in.
  `alter table staff add column is_emergency boolean not null default false, add check (not is_emergency or role = 'admin')`,
  `create unique index staff_emergency on staff (is_emergency) where is_emergency`,
];

/** Logins of staff through an identity provider. */
export const staffIdentities: Migration = {
  name: '0043_staffIdentities',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
