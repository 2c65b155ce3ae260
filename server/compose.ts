import type { Logger } from 'pino';
import { checkRelease } from '../engine/compiler/index.ts';
import { areas } from './areas.ts';
import { Alarms } from './platform/alarms/alarms.ts';
import { jobsOf, keyIdsOf } from './platform/area.ts';
import { connectEmbedded, connectPostgres, type Connection } from './platform/db/connect.ts';
import { damaged, isDamage } from './platform/db/embeddedFolder.ts';
import { checkKeyring } from './platform/crypto/keyCheck.ts';
import { migrate } from './platform/db/migrate.ts';
import { recognisePhotoFolder } from './platform/db/photoFolder.ts';
import type { Clock, Deps } from './platform/deps.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { movableClock } from './platform/dev/clock/movableClock.ts';
import { databaseReleases } from './platform/release/databaseTable.ts';
import { cashLoan } from './product/product.ts';
import { seedReleases } from './platform/release/seed.ts';
import { releaseService } from './platform/release/service.ts';
import type { ReleaseService } from './platform/release/types.ts';
import { watchedReleases } from './platform/release/watched.ts';
import { openPorts, photoFolderIn } from './ports/openPorts.ts';
import type { SentSms } from './ports/smsSandbox.ts';
import { systemRandom } from './platform/random.ts';
import { registry } from './registry.ts';
import { embeddedDatabaseIn, type ServerSettings } from './platform/settings.ts';
import { systemClock } from './platform/time.ts';

export interface Composed {
  deps: Deps;
  /** Closes everything that was opened, the database last. */
  close(): Promise<void>;
}

/** Opens and migrates the database, and builds everything that the settings configure. */
export async function compose(settings: ServerSettings, log: Logger, onSms?: (sms: SentSms) => void): Promise<Composed> {
  const connection = await openDatabase(settings);
  try {
    const releases = await openReleases(settings, connection, log);
    const marker = needsMarker(settings) ? await recognisePhotoFolder(connection.db, photoFolderIn(settings.dataDir)) : undefined;
    const { clock, stopClock } = await openClock(settings, connection, log);
    const deps: Deps = {
      areas,
      product: cashLoan,
      settings,
      db: connection.db,
      clock,
      random: systemRandom,
      ports: openPorts(settings, { clock, onSms, marker }),
      releases,
      jobs: createJobs(clock, jobsOf(areas)),
      log,
      alarms: new Alarms({ db: connection.db, clock, random: systemRandom, log }),
    };
    const close = async () => {
      stopClock();
      await releases.stop();
      await connection.close();
    };
    return { deps, close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** A demo's folder may be emptied by hand. In production, missing photos are an error. */
const needsMarker = ({ mode, providers }: ServerSettings) => mode === 'production' && providers.storage === undefined;

const followEveryMs = 1000;

/** Real time in production. In demo and development, a clock that `/dev/clock` moves forward on all nodes of a database. */
async function openClock(
  { mode }: ServerSettings,
  { db, kind }: Connection,
  log: Logger,
): Promise<{ clock: Clock; stopClock: () => void }> {
  if (mode !== 'demo' && mode !== 'development') return { clock: systemClock, stopClock: () => {} };
  const clock = movableClock(systemClock);
  await clock.follow(db);
  // An embedded database has a single node, so nobody else can move the clock.
  if (kind === 'embedded') return { clock, stopClock: () => {} };
  const warn = (error: unknown) => log.warn({ err: error }, 'the clock cannot be read');
  const timer = setInterval(() => void clock.follow(db).catch(warn), followEveryMs);
  return { clock, stopClock: () => clearInterval(timer) };
}

/** Opens the configured database and runs all migrations. Refuses a master key that does not belong to it. */
export async function openDatabase(settings: ServerSettings, accept = checkKeyring): Promise<Connection> {
  const directory = embeddedDatabaseIn(settings.dataDir);
  const connection = settings.databaseUrl ? connectPostgres(settings.databaseUrl, settings.databasePool) : await connectEmbedded(directory);
  try {
    await migrate(connection.db);
    await accept(connection.db, settings.keyring, keyIdsOf(areas));
    return connection;
  } catch (error) {
    await connection.close();
    throw connection.kind === 'embedded' && isDamage(error) ? damaged(directory, error) : error;
  }
}

/** Development watches files. Other modes use the release table, which files seed while it is empty (a demo also follows changes). */
async function openReleases(settings: ServerSettings, { db }: Connection, log: Logger): Promise<ReleaseService> {
  const table = databaseReleases(db);
  const { configDir, mode } = settings;
  const pinned = () => cashLoan.pinnedReleases(db);
  if (mode === 'development') return watchedReleases({ configDir, registry, table, pinned, log });
  await seedReleases(table, { configDir, registry, always: mode === 'demo' });
  return releaseService({
    table,
    fits: (manifest) => checkRelease(manifest, registry),
    pinned,
    warn: (message, details) => log.warn(details, message),
  });
}
