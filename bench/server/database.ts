import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import pg from 'pg';
import { areas } from '../../server/areas.ts';
import { connectPostgres, embeddedDb } from '../../server/platform/db/connect.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { migrate, migrationsOf } from '../../server/platform/db/migrate.ts';
import { median } from '../statistics.ts';

/** Describes the server's database from the environment, and for PostgreSQL also how durable a commit is. */
export async function databaseInWords(): Promise<string> {
  const url = process.env['DATABASE_URL'];
  if (!url) return 'embedded database';
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ words: string }>(
    `select format('PostgreSQL %s, fsync %s, synchronous_commit %s', current_setting('server_version'), current_setting('fsync'),
       current_setting('synchronous_commit')) as words`,
  );
  await client.end();
  return rows[0]?.words ?? 'PostgreSQL';
}

/** Creates an empty server database: a separate PostgreSQL schema if the environment names a database, otherwise an embedded one. */
export async function emptyDatabase(): Promise<{ db: Db; close: () => Promise<void> }> {
  const url = process.env['DATABASE_URL'];
  const opened = url ? await inPostgres(url, `bench_${randomBytes(4).toString('hex')}`) : await embedded();
  await migrate(opened.db, migrationsOf(areas));
  return opened;
}

async function inPostgres(url: string, schema: string) {
  const connection = connectPostgres(url, 2, schema);
  await sql`create schema ${sql.id(schema)}`.execute(connection.db);
  const close = async () => {
    await sql`drop schema ${sql.id(schema)} cascade`.execute(connection.db);
    await connection.close();
  };
  return { db: connection.db, close };
}

async function embedded() {
  const pglite = await PGlite.create();
  return { db: embeddedDb(pglite), close: () => pglite.close() };
}

const warmUps = 3;

/** @returns the median in milliseconds, without the warm-up runs */
export async function medianMs(work: () => Promise<unknown>, runs: number): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < runs + warmUps; index += 1) {
    const started = performance.now();
    await work();
    if (index >= warmUps) took.push(performance.now() - started);
  }
  return median(took);
}
