import { join } from 'node:path';
import { sql } from 'kysely';
import { connectEmbedded, connectPostgres, type Connection } from '../../../../server/platform/db/connect.ts';
import { migrate } from '../../../../server/platform/db/migrate.ts';
import { migrations } from '../../support/migrations.ts';
import { createTestDatabase, onPostgres } from '../../support/testDatabase.ts';
import type { Db } from '../../../../server/platform/db/database.ts';

/** A database for a server in a separate process. The test reads it while the server is stopped. */
export interface Storage {
  /** For preparations before the server starts. */
  connection: Connection;
  /** Ends the preparations, because an embedded database allows only one process. */
  handOver(): Promise<void>;
  /** Server settings. */
  env: Record<string, string>;
  withDb<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

/** PostgreSQL if the tests have one, otherwise an embedded database in the data folder. */
export const openStorage = (dataDir: string): Promise<Storage> => (onPostgres ? onServer() : inFolder(dataDir));

async function onServer(): Promise<Storage> {
  const connection = await createTestDatabase();
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(connection.db);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.searchParams.set('options', `-c search_path=${rows[0]?.schema ?? ''}`);
  return {
    connection: { ...connection, close: async () => {} },
    handOver: async () => {},
    env: { DATABASE_URL: url.href, DATABASE_POOL: '5' },
    withDb: (work) => work(connection.db),
    close: () => connection.close(),
  };
}

const clusterPool = 5;
const mostBroken = 2 * clusterPool;

/** A whole PostgreSQL that belongs to the test. */
export async function onCluster(url: string): Promise<Storage> {
  const connection = connectPostgres(url, clusterPool);
  await migrate(connection.db, migrations);
  return {
    connection: { ...connection, close: async () => {} },
    handOver: async () => {},
    env: { DATABASE_URL: url, DATABASE_POOL: String(clusterPool) },
    withDb: async (work) => {
      // Pooled connections from before a crash turn out to be broken one by one.
      for (let tries = 0; tries < mostBroken; tries++) {
        const isSound = await sql`select 1`.execute(connection.db).then(
          () => true,
          () => false,
        );
        if (isSound) break;
      }
      return work(connection.db);
    },
    close: () => connection.close(),
  };
}

async function inFolder(dataDir: string): Promise<Storage> {
  const open = () => connectEmbedded(join(dataDir, 'db'));
  const connection = await open();
  await migrate(connection.db, migrations);
  return {
    connection: { ...connection, close: async () => {} },
    handOver: () => connection.close(),
    env: {},
    withDb: async (work) => {
      const again = await open();
      return work(again.db).finally(() => again.close());
    },
    close: async () => {},
  };
}
