import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const statements = [
  // Whoever decided keeps the item until the decision is carried out, even after leaving its page.
  `alter table work_items add column held_until timestamptz`,
  `create index work_items_put_off_due on work_items (kind, due_at, id) where closed_at is null and snoozed_until is not null`,
  `create index work_items_put_off_age on work_items (kind, opened_at, id) where closed_at is null and snoozed_until is not null`,
];

export const workPlans: Migration = {
  name: '0042_workPlans',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
