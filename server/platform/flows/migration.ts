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

export const resumeLinks: Migration = {
  name: '0028_resumeLinks',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['resume_links']);
  },
};
