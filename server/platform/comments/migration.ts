import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

const statements = [
  `create table change_comments (
    id text primary key,
    number bigint generated always as identity,
    change_id text not null references changes on delete cascade,
    answers text references change_comments on delete cascade,
    file text,
    pointer text,
    text text not null,
    written_by text not null references staff,
    written_at timestamptz not null,
    resolved_by text references staff,
    resolved_at timestamptz,
    check ((resolved_by is null) = (resolved_at is null)),
    check (answers is null or (file is null and pointer is null and resolved_at is null))
  )`,
  'create index change_comments_of on change_comments (change_id, number)',
  `create trigger change_comments_counted after insert or update or delete on change_comments
    for each statement execute function count_changes()`,
];

export const changeComments: Migration = {
  name: '0049_changeComments',
  up: async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
