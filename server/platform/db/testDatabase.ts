import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { connectPostgres, embeddedDb, type Connection } from './connect.ts';
import type { Db } from './database.ts';
import { migrate } from './migrate.ts';

/** Whether the tests run on a real PostgreSQL; only there do races show. */
export const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);

/**
 * A database of one's own with all migrations: a schema on the PostgreSQL of `TEST_DATABASE_URL`, else an embedded one in
 * memory. `close()` drops it.
 */
export async function createTestDatabase(): Promise<Connection> {
  const url = process.env['TEST_DATABASE_URL'];
  const connection = url ? await ownSchema(url) : await inMemory();
  await migrate(connection.db);
  return connection;
}

async function ownSchema(url: string): Promise<Connection> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const connection = connectPostgres(url, 10, schema);
  refuseSecondConnection(connection.db);
  await sql`create schema ${sql.id(schema)}`.execute(connection.db);
  return {
    ...connection,
    close: async () => {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(connection.db);
      await connection.close();
    },
  };
}

/**
 * Who asks the outer database inside of a transaction waits for ever on the embedded one, whose only connection it holds
 * itself. A pool has another, so there it is said.
 */
function refuseSecondConnection(db: Db): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  const isHeld = new AsyncLocalStorage<true>();
  executor.provideConnection = (use, options) => {
    if (isHeld.getStore()) throw new Error('Asked beside an open transaction: pass its tx.');
    return provide((connection) => isHeld.run(true, () => use(connection)), options);
  };
}

const idle: PGlite[] = [];

/** An instance is used again after the one before it was closed: starting one costs ten times as much as emptying it. */
async function inMemory(): Promise<Connection> {
  const pglite = idle.pop() ?? (await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await migratedCluster())]) }));
  const db = embeddedDb(pglite);
  const close = async () => {
    // Whoever still asks is refused from now on.
    void db.destroy();
    await pglite.exec('rollback; drop schema public cascade; create schema public');
    idle.push(pglite);
  };
  return { db, kind: 'embedded', close };
}

/** A new cluster takes seconds and its first migrations one more, a copy a fraction: kept in the temporary folder by what is in it. */
async function migratedCluster(): Promise<Uint8Array> {
  const folder = join(tmpdir(), 'hakbang-tests');
  const file = join(folder, `migrated-${await clusterHash()}.tar`);
  if (existsSync(file)) return readFile(file);
  const pglite = await PGlite.create();
  await migrate(embeddedDb(pglite));
  const dump = new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await pglite.close();
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, dump);
  await rename(draft, file);
  return dump;
}

/** Of the embedded database's version and of the code of all migrations. */
async function clusterHash(): Promise<string> {
  const folder = new URL('../../migrations/', import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  const files = [new URL('../package.json', import.meta.resolve('@electric-sql/pglite')), ...names.map((name) => new URL(name, folder))];
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}
