import { sql } from 'kysely';
import { refuseDeletedCustomers } from '../../platform/db/migrations/0018_deletedCustomers.ts';
import type { Migration } from '../../platform/db/migration.ts';

const statements = [
  `create table disputes (
    id text primary key,
    customer_id text not null references customers,
    about text not null check (about in ('customer', 'loan', 'repayment')),
    subject text not null,
    loan_id text references loans,
    reason text not null,
    state text not null default 'open' check (state in ('open', 'resolved')),
    note text not null,
    opened_by text not null references staff,
    opened_at timestamptz not null,
    outcome text,
    answer text,
    resolved_by text references staff,
    resolved_at timestamptz,
    check ((state = 'open') = (outcome is null)),
    check ((state = 'open') = (resolved_at is null))
  )`,
  `create unique index disputes_one_open on disputes (about, subject) where state = 'open'`,
  `create index disputes_by_customer on disputes (customer_id, id)`,
];

export const disputes: Migration = {
  name: '0059_disputes',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['disputes']);
  },
};
