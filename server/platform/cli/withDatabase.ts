import type { Area } from '../area.ts';
import type { Db } from '../db/database.ts';
import { openDatabase } from '../compose.ts';
import { loadProject } from '../project.ts';
import { readSettings, type ServerSettings } from '../settings.ts';

/** Runs work on the configured database and closes it. */
export async function withDatabase<Answer>(
  work: (db: Db, settings: ServerSettings, areas: readonly Area[]) => Promise<Answer>,
  accept?: Parameters<typeof openDatabase>[2],
): Promise<Answer> {
  const settings = readSettings(process.env);
  const { areas } = await (await loadProject(settings.projectDir)).server();
  const connection = await openDatabase(areas, settings, accept);
  try {
    return await work(connection.db, settings, areas);
  } finally {
    await connection.close();
  }
}
