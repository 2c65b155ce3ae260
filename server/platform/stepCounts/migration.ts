import { sql } from 'kysely';
import { refuseDeletedCustomers } from '../db/migrations/0018_deletedCustomers.ts';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table step_counts (
    day date not null,
    release text not null,
    language text not null,
    flow text not null,
    step text not null,
    field text not null,
    event text not null,
    code text not null,
    count bigint not null,
    primary key (flow, day, step, event, field, code, language, release)
  )`,
  `create index step_counts_day on step_counts (day)`,
  `create table opened_flows (
    customer_id text not null references customers,
    flow text not null,
    primary key (customer_id, flow)
  )`,
];

export const stepCounts: Migration = {
  name: '0040_stepCounts',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['opened_flows']);
  },
};
