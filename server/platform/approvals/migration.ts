import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table approvals (
    id text primary key,
    operation text not null,
    subject text not null,
    customer_id text,
    input jsonb not null,
    facts jsonb not null,
    hash text not null,
    state text not null check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'void')),
    requested_by text not null references staff,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    decided_by text references staff,
    decided_at timestamptz,
    note text,
    constraint maker_is_not_checker check (state in ('withdrawn', 'void') or decided_by is null or decided_by <> requested_by),
    constraint decided_by_somebody check (state not in ('approved', 'rejected') or decided_by is not null)
  )`,
  `create unique index approvals_pending on approvals (operation, subject) where state = 'pending'`,
  `create index approvals_by_customer on approvals (customer_id)`,
];

/** Actions that need a second person. The database itself prevents makers from checking their own. */
export const approvals: Migration = {
  name: '0036_approvals',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
