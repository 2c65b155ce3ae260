import type { Kysely } from 'kysely';

/** A step in the database's history. Once published it never changes; a new one follows it. */
export interface Migration {
  /** Begins with its number, by which migrations of all areas are ordered: `0024_notes`. */
  name: string;
  /** The older migration that did this too, before it was split. A database that ran that one skips this one. */
  splitFrom?: string;
  /** Sees the tables of its day, not those of the newest build. */
  up: (db: Kysely<unknown>) => Promise<void>;
}
