import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

/**
 * Counts how often each topic has changed, per database process that wrote. A process runs one transaction at a time, so no transaction
 * waits for another to count. A trigger counts, so that no statement can forget to.
 */
const statements = [
  `create table topic_versions (
    topic text not null,
    backend integer not null,
    version bigint not null,
    changed_at timestamptz not null,
    primary key (topic, backend)
  )`,
  `create function count_topic(name text) returns void language sql as $$
    insert into topic_versions (topic, backend, version, changed_at) values (name, pg_backend_pid(), 1, clock_timestamp())
    on conflict (topic, backend) do update set version = topic_versions.version + 1, changed_at = excluded.changed_at
  $$`,
  `create function count_work() returns trigger language plpgsql as $$
    begin
      perform count_topic('work.' || kind) from (select distinct kind from changed order by kind) as kinds;
      return null;
    end
  $$`,
  ...['insert', 'update', 'delete'].map(
    (event) => `create trigger work_items_${event}_counted after ${event} on work_items
      referencing ${event === 'delete' ? 'old' : 'new'} table as changed for each statement execute function count_work()`,
  ),
  `create function count_approvals() returns trigger language plpgsql as $$
    begin
      perform count_topic('approvals');
      return null;
    end
  $$`,
  `create trigger approvals_counted after insert or update or delete on approvals for each statement execute function count_approvals()`,
];

export const live: Migration = {
  name: '0041_live',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
