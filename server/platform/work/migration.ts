import { sql } from 'kysely';
import { refuseDeletedCustomers } from '../db/migrations/0018_deletedCustomers.ts';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table work_items (
    id text primary key,
    kind text not null,
    subject text not null,
    customer_id text references customers,
    number text not null,
    opened_at timestamptz not null,
    due_at timestamptz not null,
    deadline text not null default '',
    claimed_by text references staff,
    claimed_until timestamptz,
    assigned_to text references staff,
    snoozed_until timestamptz,
    snoozed_by text references staff,
    snooze_reason text,
    tags text[] not null default '{}',
    closed_at timestamptz,
    check ((claimed_by is null) = (claimed_until is null)),
    check ((snoozed_by is null) = (snoozed_until is null))
  )`,
  `create unique index work_items_one_open on work_items (kind, subject) where closed_at is null`,
  // A page of a queue reads the first rows of each of its kinds.
  `create index work_items_due on work_items (kind, due_at, id) where closed_at is null`,
  `create index work_items_age on work_items (kind, opened_at, id) where closed_at is null`,
  `create index work_items_claimed on work_items (claimed_by) where closed_at is null and claimed_by is not null`,
  `create index work_items_assigned on work_items (assigned_to) where closed_at is null and assigned_to is not null`,
  `create index work_items_snoozed on work_items (snoozed_by) where closed_at is null and snoozed_by is not null`,
  `create index work_items_tags on work_items using gin (tags) where closed_at is null and tags <> '{}'`,
  `create index work_items_subject on work_items (subject)`,
  `create index work_items_customer on work_items (customer_id)`,
  `create index work_items_closed on work_items (closed_at) where closed_at is not null`,
  `create table work_notes (
    id text primary key,
    item_id text not null references work_items on delete cascade,
    staff_id text not null references staff,
    at timestamptz not null,
    sealed text not null
  )`,
  `create index work_notes_item on work_notes (item_id, id)`,
  `create table work_mentions (
    item_id text not null references work_items on delete cascade,
    staff_id text not null references staff,
    note_id text not null references work_notes on delete cascade,
    at timestamptz not null,
    primary key (staff_id, item_id)
  )`,
  `create index work_mentions_item on work_mentions (item_id)`,
];

export const work: Migration = {
  name: '0035_work',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
    await refuseDeletedCustomers(db, ['work_items']);
  },
};
