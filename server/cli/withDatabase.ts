import type { Db } from '../db/database.ts';
import { openDatabase } from '../compose.ts';
import { readSettings } from '../settings.ts';

/** Does something on the database that the environment names, and closes it. */
export async function withDatabase<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const connection = await openDatabase(readSettings(process.env));
  try {
    return await work(connection.db);
  } finally {
    await connection.close();
  }
}
