import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table guest_refusals (
    phone_digest text primary key,
    declined_at timestamptz not null
  )`,
  `create index guest_refusals_age on guest_refusals (declined_at)`,
  `alter table invitations add column next_token_hash bytea unique`,
];

/** Refusals outlive their invitations, and a resent link works next to the earlier one. */
export const guestRefusals: Migration = {
  name: '0030_guestRefusals',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
