import type { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { openEmbedded } from './embeddedFolder.ts';
import { embeddedStream } from './embeddedStream.ts';
import { keepsPrepared } from './pooler.ts';
import { preparing } from './preparing.ts';

/** Type numbers of PostgreSQL (pg_type.oid). */
const int8 = 20;
const date = 1082;

/** Counts are numbers, a calendar day is its text. */
const parsers: Record<number, (text: string) => unknown> = { [int8]: Number, [date]: (text) => text };
const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format) };

export interface Connection {
  db: Db;
  /** What it runs on, for the log. */
  kind: 'embedded' | 'postgres';
  close: () => Promise<void>;
}

/** Opens the embedded database in `directory`, which no other process may have open. */
export async function connectEmbedded(directory: string): Promise<Connection> {
  const { pglite, lock } = await openEmbedded(directory);
  const db = embeddedDb(pglite);
  return {
    db,
    kind: 'embedded',
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      await lock.release();
    },
  };
}

/** A typed query layer over a PGlite made by the caller, which has one session: who asks while a transaction runs waits for its end. */
export function embeddedDb(pglite: PGlite): Db {
  const pool = new pg.Pool({
    stream: () => embeddedStream(pglite),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    pipeline: true,
    types,
  });
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: preparing(pool, async () => true),
      // The session outlives connections, and with it what the one before has prepared.
      onCreateConnection: async (connection) => void (await connection.executeQuery(CompiledQuery.raw('deallocate all'))),
    }),
  });
}

/** Opens a pool of `poolSize` connections; `schema` puts a schema of one's own first in the search path. */
export function connectPostgres(url: string, poolSize: number, schema?: string): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
    pipeline: true,
    types,
  });
  // A connection that breaks while idle is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {});
  // One that breaks while it is lent out and nothing is asked of it (between two statements of a transaction) says so itself.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing(pool, keepsPrepared) }) });
  return { db, kind: 'postgres', close: () => db.destroy() };
}
