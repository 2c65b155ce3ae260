import { sql } from 'kysely';
import { refuseDeletedCustomers } from '../db/migrations/0018_deletedCustomers.ts';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table resume_links (
    token_hash bytea primary key,
    customer_id text not null references customers,
    flow text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index resume_links_customer on resume_links (customer_id, flow, created_at)`,
];

const guestStatements = [
  `create table invitations (
    id text primary key,
    customer_id text not null references customers,
    flow text not null,
    step text not null,
    token_hash bytea not null unique,
    phone_sealed text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    opened_at timestamptz,
    done_at timestamptz,
    declined_at timestamptz,
    ended_at timestamptz
  )`,
  // A step has one invitation. The index refuses the second of two concurrent requests.
  `create unique index invitations_one on invitations (customer_id, flow, step) where ended_at is null`,
  `create table guest_sessions (
    id_hash bytea primary key,
    token_hash bytea not null,
    invitation_id text not null references invitations on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index guest_sessions_invitation on guest_sessions (invitation_id)`,
];

export const guests: Migration = {
  name: '0029_guests',
  up: async (db) => {
    for (const statement of guestStatements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['invitations']);
  },
};

/** Existing drafts have no step until their customers come back. */
export const standingSteps: Migration = {
  name: '0065_standingSteps',
  up: async (db) => {
    await sql`alter table flow_states add column step text`.execute(db);
    await sql`create index flow_states_step on flow_states (flow, step) where step <> ''`.execute(db);
  },
};

export const resumeLinks: Migration = {
  name: '0028_resumeLinks',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['resume_links']);
  },
};
