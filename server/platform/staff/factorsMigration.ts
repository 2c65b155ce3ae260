import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

/** When a second factor was last used in a session. */
const freshSessions: Migration = {
  name: '0038_freshStaff',
  up: async (db) => {
    await sql`alter table staff_sessions add column verified_at timestamptz`.execute(db);
    // Each of these sessions began with a code.
    await sql`update staff_sessions set verified_at = created_at`.execute(db);
  },
};

const passkeyStatements = [
  `create table staff_passkeys (
    id text primary key,
    staff_id text not null references staff,
    public_key bytea not null,
    counter bigint not null,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index staff_passkeys_by_person on staff_passkeys (staff_id)`,
  `create table staff_challenges (
    hash bytea primary key,
    purpose text not null check (purpose in ('add', 'login', 'confirm')),
    token_hash bytea,
    expires_at timestamptz not null
  )`,
  `create index staff_challenges_expiry on staff_challenges (expires_at)`,
  // A person with a passkey needs no code.
  `alter table staff alter column totp_sealed drop not null`,
];

const passkeys: Migration = {
  name: '0038b_staffPasskeys',
  up: async (db) => {
    for (const statement of passkeyStatements) await sql.raw(statement).execute(db);
  },
};

const recovery: Migration = {
  name: '0038c_staffRecovery',
  up: async (db) =>
    void (await sql`create table staff_recovery_codes (
      staff_id text not null references staff,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (staff_id, code_hash)
    )`.execute(db)),
};

const enrolment: Migration = {
  name: '0038d_staffEnrolment',
  up: async (db) => void (await sql`alter table staff add column totp_pending bytea, add column enrol_until timestamptz`.execute(db)),
};

const links: Migration = {
  name: '0056_staffEnrolmentLinks',
  up: async (db) => {
    await sql`alter table staff alter column password_hash drop not null`.execute(db);
    // One link per person: a new one replaces it.
    await sql`create table staff_enrolments (
      staff_id text primary key references staff,
      token_hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(db);
  },
};

const linkMakers: Migration = {
  name: '0062_staffEnrolmentMakers',
  up: async (db) => void (await sql`alter table staff_enrolments add column made_by text`.execute(db)),
};

/** Second factors of staff. */
export const factorMigrations: readonly Migration[] = [freshSessions, passkeys, recovery, enrolment, links, linkMakers];
