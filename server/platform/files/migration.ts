import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

/** Files other than photos have a name, but neither width nor height. */
export const fileNames: Migration = {
  name: '0025_fileNames',
  up: async (db) => {
    await sql`alter table files alter column width_px drop not null, alter column height_px drop not null, add column sealed_name text`.execute(
      db,
    );
  },
};
