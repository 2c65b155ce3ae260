import type { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Database, Db } from './database.ts';
import { openEmbedded } from './embeddedFolder.ts';
import { embeddedStream } from './embeddedStream.ts';
import { keepsPrepared } from './pooler.ts';
import { preparing } from './preparing.ts';

/** PostgreSQL type ids (pg_type.oid). */
const int8 = 20;
const date = 1082;

/** Returns int8 as a number and a date as text. */
const parsers: Record<number, (text: string) => unknown> = { [int8]: Number, [date]: (text) => text };
const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format) };

export interface Connection {
  db: Db;
  /** Database engine, for the log. */
  kind: 'embedded' | 'postgres';
  close: () => Promise<void>;
}

/** Opens the embedded database in `directory`. No other process may have it open. */
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

/** A typed query layer over the caller's PGlite. PGlite has one session, so a query outside an open transaction waits for it to end. */
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
  survive(pool);
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: preparing(pool, async () => true),
      // The session outlives its connections, so statements prepared by an earlier connection remain.
      onCreateConnection: async (connection) => void (await connection.executeQuery(CompiledQuery.raw('deallocate all'))),
    }),
  });
}

/** Opens a pool of `poolSize` connections. `schema` goes first in the search path. */
export function connectPostgres(url: string, poolSize: number, schema?: string): Connection {
  const db = postgresDb(preparing(postgresPool(url, poolSize, schema), keepsPrepared));
  return { db, kind: 'postgres', close: () => db.destroy() };
}

export function postgresPool(url: string, poolSize: number, schema?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
    pipeline: true,
    types,
  });
  survive(pool);
  return pool;
}

/** Without listeners, a connection that breaks would end the process. Its queries fail anyway. */
function survive(pool: pg.Pool): void {
  // While idle. The pool replaces it.
  pool.on('error', () => {});
  // Between two statements of a transaction.
  pool.on('connect', (client) => void client.on('error', () => {}));
}

/** A typed query layer over a pool, which it ends when it is destroyed. */
export const postgresDb = (pool: PostgresPool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
