import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type KyselyPlugin, sql } from 'kysely';
import type pg from 'pg';
import { embeddedDb, postgresDb, postgresPool, type Connection } from '../../../server/platform/db/connect.ts';
import type { Db } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { keepsPrepared } from '../../../server/platform/db/pooler.ts';
import { preparing } from '../../../server/platform/db/preparing.ts';
import { migrations } from './migrations.ts';

/** Whether tests run on a real PostgreSQL. Races show only there. */
export const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);

/**
 * Returns an isolated database with all migrations: a schema on the PostgreSQL of `TEST_DATABASE_URL`, or an embedded one in memory.
 * `close()` empties it for the next test, because creating one is fifty times slower.
 */
export async function createTestDatabase(): Promise<Connection> {
  const url = process.env['TEST_DATABASE_URL'];
  const { connection, schema, isUsed } = url ? ownSchema(url) : await inMemory();
  const { db } = connection;
  if (!isUsed || !(await emptied(db))) {
    if (isUsed) await sql`drop schema ${sql.id(schema)} cascade`.execute(db);
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
    await migrate(db, migrations);
  }
  blank ??= await look(db);
  return connection;
}

interface Place {
  connection: Connection;
  schema: string;
  /** An earlier test used it. */
  isUsed: boolean;
}

const idleSchemas: { schema: string; pool: pg.Pool }[] = [];

/**
 * The next test also reuses the open connections, because a new one first loads each table's catalogue data. The server leaves nothing in
 * them (tests/server/db/pooler.test.ts).
 */
function ownSchema(url: string): Place {
  const used = idleSchemas.pop();
  // tests/support/perRun.ts drops every schema with this prefix when the run ends.
  const schema = used?.schema ?? `${process.env['TEST_SCHEMA_PREFIX'] ?? 'test_'}${randomBytes(6).toString('hex')}`;
  const pool = used?.pool ?? postgresPool(url, 10, schema);
  const db = postgresDb({ ...preparing(pool, keepsPrepared), end: () => released(pool) }).withPlugin(reversingUnordered());
  refuseSecondConnection(db);
  const close = async () => {
    // Later queries fail from here on.
    await db.destroy();
    idleSchemas.push({ schema, pool });
  };
  return { connection: { db, kind: 'postgres', close }, schema, isUsed: used !== undefined };
}

/** Waits for running queries, as the end of a pool does. */
async function released(pool: pg.Pool): Promise<void> {
  while (pool.totalCount > pool.idleCount) await once(pool, 'release');
}

/** State of a database right after migrations. */
interface Look {
  /** Digest of tables, constraints, indexes, triggers and functions. A database whose shape a test changed is not reused. */
  shape: string;
  rows: { table: string; rows: string }[];
}

let blank: Look | undefined;

const inSchema = sql`current_schema()::regnamespace`;

async function shapeOf(db: Db): Promise<string> {
  const { rows } = await sql<{ shape: string }>`select md5(string_agg(part, ';' order by part)) as shape from (
    select concat_ws(' ', relname, attname, atttypid, attnotnull, pg_get_expr(adbin, adrelid)) as part from pg_class c
      join pg_attribute on attrelid = c.oid and attnum > 0 left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = ${inSchema}
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = ${inSchema}
    union all select concat_ws(' ', relname, tgname, tgenabled) from pg_trigger join pg_class c on c.oid = tgrelid
      where relnamespace = ${inSchema} and not tgisinternal
    union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace = ${inSchema}
    union all select name from schema_migrations) parts`.execute(db);
  return rows[0]?.shape ?? '';
}

async function look(db: Db): Promise<Look> {
  const { rows: tables } = await sql<{ table: string }>`
    select relname as table from pg_class where relnamespace = ${inSchema} and relkind = 'r' and relname <> 'schema_migrations'`.execute(
    db,
  );
  const rows: Look['rows'] = [];
  for (const { table } of tables) {
    const { rows: found } = await sql<{ rows: string | null }>`select json_agg(t)::text as rows from ${sql.id(table)} t`.execute(db);
    if (found[0]?.rows) rows.push({ table, rows: found[0].rows });
  }
  return { shape: await shapeOf(db), rows };
}

/** Restores a database to its state after migrations. Returns false if a test changed more than rows. */
async function emptied(db: Db): Promise<boolean> {
  if (!blank || (await shapeOf(db)) !== blank.shape) return false;
  const { rows } = blank;
  await db.transaction().execute(async (tx) => {
    // Disables triggers and foreign keys in this transaction.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`do $$ declare each record; begin
      for each in select oid::regclass as name, relkind from pg_class
        where relnamespace = ${inSchema} and relkind in ('r', 'S') and relname <> 'schema_migrations' loop
        if each.relkind = 'S' then execute format('alter sequence %s restart', each.name);
        else execute format('delete from %s', each.name); end if;
      end loop;
    end $$`.execute(tx);
    for (const { table, rows: seeded } of rows)
      await sql`insert into ${sql.id(table)} select * from json_populate_recordset(null::${sql.id(table)}, ${seeded})`.execute(tx);
  });
  return true;
}

/**
 * A query outside an open transaction deadlocks on the embedded database, which has one connection. A pool has others, so here the same
 * mistake throws.
 */
function refuseSecondConnection(db: Db): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  const isHeld = new AsyncLocalStorage<true>();
  executor.provideConnection = (use, options) => {
    if (isHeld.getStore()) throw new Error('Query outside the open transaction: pass its tx.');
    return provide((connection) => isHeld.run(true, () => use(connection)), options);
  };
}

/**
 * Reverses the rows of a select that names no order. PostgreSQL usually returns them as they were inserted, until it reuses the space of a
 * deleted row; here, whatever relies on that fails at once.
 */
function reversingUnordered(): KyselyPlugin {
  const unordered = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && !node.orderBy) unordered.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => (unordered.has(queryId) ? { ...result, rows: result.rows.toReversed() } : result),
  };
}

const idle: PGlite[] = [];

async function inMemory(): Promise<Place> {
  const used = idle.pop();
  const pglite = used ?? (await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await migratedCluster())]) }));
  const db = embeddedDb(pglite).withPlugin(reversingUnordered());
  const close = async () => {
    // Later queries fail from here on.
    void db.destroy();
    await pglite.exec('rollback');
    idle.push(pglite);
  };
  return { connection: { db, kind: 'embedded', close }, schema: 'public', isUsed: used !== undefined };
}

/** Copies a cached cluster from the temporary folder. Creating and migrating one takes seconds, a copy a fraction. */
async function migratedCluster(): Promise<Uint8Array> {
  const folder = join(tmpdir(), 'hakbang-tests');
  const file = join(folder, `migrated-${await clusterHash()}.tar`);
  if (existsSync(file)) return readFile(file);
  const pglite = await PGlite.create();
  await migrate(embeddedDb(pglite), migrations);
  const dump = new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await pglite.close();
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, dump);
  await rename(draft, file);
  return dump;
}

/** Hash of the embedded database's version and of all migrations. */
async function clusterHash(): Promise<string> {
  const folder = new URL('../../../server/', import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => /(^|\/)migrations?(\.ts|\/.*\.ts)$/.test(name)).sort();
  const files = [new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), ...names.map((name) => new URL(name, folder))];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}
