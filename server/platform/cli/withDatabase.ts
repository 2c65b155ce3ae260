import type { Area } from '../area.ts';
import type { Db } from '../db/database.ts';
import { openDatabase } from '../compose.ts';
import { DirectoryLocked } from '../db/lock.ts';
import { operatorCommands } from '../operator/client.ts';
import { databaseCommands, type DatabaseCommands } from '../operator/databaseCommands.ts';
import { loadProject } from '../loadProject.ts';
import { databaseReleases } from '../release/databaseTable.ts';
import type { NamedBy } from '../release/productName.ts';
import { systemRandom } from '../random.ts';
import { embeddedDatabaseIn, readSettings, type ServerSettings } from '../settings.ts';
import { systemClock } from '../time.ts';

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

/** Runs commands on the configured database. A running server has the embedded one open, so it carries them out itself. */
export async function withCommands<Answer>(work: (commands: DatabaseCommands) => Promise<Answer>): Promise<Answer> {
  try {
    return await withDatabase(async (db, settings) => {
      const named = await activeIn(db);
      return work(databaseCommands({ db, settings, clock: systemClock, random: systemRandom, ...named }));
    });
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    const running = operatorCommands(embeddedDatabaseIn(readSettings(process.env).dataDir));
    if (!running) throw error;
    return work(running);
  }
}

/** The active release of a database, which names the product. */
async function activeIn(db: Db): Promise<NamedBy> {
  const table = databaseReleases(db);
  const hash = await table.activeHash();
  const release = hash === undefined ? undefined : await table.load(hash);
  return release ? { releases: { active: () => release } } : {};
}
