import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

export const previewLinks: Migration = {
  name: '0048_previewLinks',
  up: async (db) => {
    await sql`
      create table preview_links (
        id text primary key,
        token_hash bytea not null unique,
        change_id text not null references changes on delete cascade,
        entry jsonb not null,
        created_by text not null references staff,
        created_at timestamptz not null,
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index preview_links_of on preview_links (change_id)`.execute(db);
  },
};
