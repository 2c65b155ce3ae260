import { sql } from 'kysely';
import { refuseDeletedCustomers } from '../db/migrations/0018_deletedCustomers.ts';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table template_messages (
    customer_id text not null references customers,
    day text not null,
    template text not null,
    staff_id text not null references staff,
    at timestamptz not null,
    primary key (customer_id, day, template)
  )`,
  `create index template_messages_at on template_messages (at)`,
];

export const templateMessages: Migration = {
  name: '0045_templateMessages',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['template_messages']);
  },
};
