import { sql, type Kysely } from 'kysely';
import type { Db } from './database.ts';
import type { Area } from '../area.ts';
import { platformMigrations } from './migrations/index.ts';
import type { Migration } from './migration.ts';

/** The migrations of the platform and of a product's areas, in the order in which they run. */
export const migrationsOf = (areas: readonly Pick<Area, 'migrations'>[]): Migration[] =>
  [...platformMigrations, ...areas.flatMap(({ migrations = [] }) => migrations)].toSorted((one, other) => (one.name < other.name ? -1 : 1));

/**
 * Runs all pending migrations in one transaction and under a lock, so that several nodes may start concurrently.
 * Returns the names of the migrations that were pending.
 */
export async function migrate(db: Db, list: readonly Migration[]): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('hakbang migrations ' || current_schema()))`.execute(tx);
    await sql`create table if not exists schema_migrations (name text primary key, ran_at timestamptz not null default now())`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx);
    const done = new Set(rows.map(({ name }) => name));
    assertKnown(done, list);
    const pending = list.filter(({ name }) => !done.has(name));
    for (const { name, splitFrom, up } of pending) {
      if (splitFrom === undefined || !done.has(splitFrom)) await up(tx as unknown as Kysely<unknown>);
      await sql`insert into schema_migrations (name) values (${name})`.execute(tx);
    }
    return pending.map(({ name }) => name);
  });
}

/** Refuses a database newer than this build, which would misread its rows. */
function assertKnown(done: ReadonlySet<string>, list: readonly Migration[]): void {
  const unknown = [...done].filter((name) => !list.some((migration) => migration.name === name));
  if (unknown.length > 0)
    throw new Error(`The database has migrations this build does not know: ${unknown.join(', ')}. Start a newer build.`);
}
