import type { Kysely } from 'kysely';

/** A step in the database's history. Once published, it never changes; a new migration follows it. */
export interface Migration {
  /** Begins with its number, which orders the migrations of all areas: `0024_notes`. */
  name: string;
  /** The older migration that did this before it was split. A database that ran that one skips this one. */
  splitFrom?: string;
  /** Works on the tables of its time, not on those of the newest build. */
  up: (db: Kysely<unknown>) => Promise<void>;
}
