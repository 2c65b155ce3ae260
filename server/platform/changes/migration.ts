import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table changes (
    id text primary key,
    application text not null,
    title text not null,
    base_hash text not null references releases,
    state text not null check (state in ('open', 'sent', 'published', 'abandoned')),
    revision integer not null default 0,
    created_by text not null references staff,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index changes_recent on changes (updated_at desc, id)`,
  `create table change_files (
    change_id text not null references changes on delete cascade,
    path text not null,
    text text,
    hash text not null,
    saved_by text not null references staff,
    saved_at timestamptz not null,
    primary key (change_id, path)
  )`,
  `create table change_saves (
    change_id text not null references changes on delete cascade,
    path text not null,
    hash text not null,
    text text,
    saved_by text not null references staff,
    saved_at timestamptz not null,
    primary key (change_id, path, hash)
  )`,
  `create table change_authors (
    change_id text not null references changes on delete cascade,
    staff_id text not null references staff,
    primary key (change_id, staff_id)
  )`,
  `create table change_leases (
    change_id text not null references changes on delete cascade,
    path text not null,
    staff_id text not null references staff,
    until timestamptz not null,
    primary key (change_id, path, staff_id)
  )`,
  `create function count_changes() returns trigger language plpgsql as $$
    begin
      perform count_topic('changes');
      return null;
    end
  $$`,
  ...['changes', 'change_files'].map(
    (table) =>
      `create trigger ${table}_counted after insert or update or delete on ${table} for each statement execute function count_changes()`,
  ),
];

export const changes: Migration = {
  name: '0046_changes',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

export const tours: Migration = {
  name: '0067_studioTours',
  up: async (db) => {
    await sql`create table studio_tours (staff_id text primary key references staff, ended_at timestamptz not null)`.execute(db);
  },
};
