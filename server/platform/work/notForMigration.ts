import { sql } from 'kysely';
import type { Migration } from '../db/migration.ts';

/** Nobody does the work that they asked for themselves. */
export const workNotFor: Migration = {
  name: '0044_workNotFor',
  up: async (db) => void (await sql.raw('alter table work_items add column not_for text references staff').execute(db)),
};
