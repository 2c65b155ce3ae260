import type { Db } from '../platform/db/database.ts';
import { openDatabase } from '../compose.ts';
import { readSettings, type ServerSettings } from '../platform/settings.ts';

/** Runs work on the configured database and closes it. */
export async function withDatabase<Answer>(
  work: (db: Db, settings: ServerSettings) => Promise<Answer>,
  accept?: Parameters<typeof openDatabase>[1],
): Promise<Answer> {
  const settings = readSettings(process.env);
  const connection = await openDatabase(settings, accept);
  try {
    return await work(connection.db, settings);
  } finally {
    await connection.close();
  }
}
