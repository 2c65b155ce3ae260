import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from '../../engine/config/definitions.ts';
import { checkRelease } from '../../engine/compiler/index.ts';
import type { Release } from '../../engine/compiler/types.ts';
import { Alarms } from './alarms/alarms.ts';
import { type Area, jobsOf, keyIdsOf } from './area.ts';
import { connectEmbedded, connectPostgres, type Connection } from './db/connect.ts';
import { damaged, isDamage } from './db/embeddedFolder.ts';
import { ChangeCompilers } from './changes/compiling/compilers.ts';
import { codeVersion } from './codeVersion.ts';
import { checkKeyring } from './crypto/keyCheck.ts';
import { migrate, migrationsOf } from './db/migrate.ts';
import { recognisePhotoFolder } from './db/photoFolder.ts';
import type { Clock, Deps } from './deps.ts';
import { createJobs } from './jobs/jobs.ts';
import { movableClock } from './dev/clock/movableClock.ts';
import { databaseStore } from './operator/databaseStore.ts';
import { markProduction } from './publishing/authority.ts';
import { publishRelease } from './publishing/publish.ts';
import { compressQuickly } from './release/compress.ts';
import { databaseReleases } from './release/databaseTable.ts';
import { keptStart, type KeptStart } from './release/keptStart.ts';
import { seedReleases } from './release/seed.ts';
import { releaseService } from './release/service.ts';
import { Previews } from './preview/previews.ts';
import { RemotePreviews } from './preview/remote.ts';
import type { Product } from './product.ts';
import { mainApplication, type Project, type ProjectApplication } from './project.ts';
import type { Application, ReleaseService } from './release/types.ts';
import { watchedReleases } from './release/watched.ts';
import { openPorts, photoFolderIn } from '../ports/openPorts.ts';
import type { SentSms } from '../ports/smsSandbox.ts';
import { systemRandom } from './random.ts';
import { embeddedDatabaseIn, isDemo, type ServerSettings } from './settings.ts';
import { RolloutCounts } from './rollout/rolloutCounts.ts';
import { StepCounts } from './stepCounts/stepCounts.ts';
import { systemClock } from './time.ts';

export interface Composed {
  deps: Deps;
  /** Message for the operator at startup. */
  notice?: string;
  /** Closes everything that was opened, the database last. */
  close(): Promise<void>;
}

/** Opens and migrates the database, and builds everything that the settings configure. */
export async function compose(
  { registry, server, applications: others = [] }: Pick<Project, 'registry' | 'server' | 'applications'>,
  settings: ServerSettings,
  log: Logger,
  onSms?: (sms: SentSms) => void,
): Promise<Composed> {
  const { areas, product } = await server();
  const connection = await openDatabase(areas, settings);
  try {
    await markProduction({ db: connection.db, settings });
    const keptOf = settings.mode === 'demo' ? keptStarts(settings) : undefined;
    const main = { name: mainApplication, registry, configDir: settings.configDir, pinned: () => product.pinnedReleases(connection.db) };
    const { releases, notice } = await openReleases(main, { product, settings, connection, log, keptOf });
    const opened = await Promise.all(
      others.map(async ({ name, registry: open }) => {
        const own = await open();
        const configDir = join(settings.configDir, name);
        const { releases: its, notice: said } = await openReleases(
          { name, registry: own, configDir, pinned: async () => [] },
          { product, settings, connection, log, keptOf },
        );
        return { said, application: { name, operations: own.operations, releases: its } satisfies Application };
      }),
    );
    const applications = opened.map(({ application }) => application);
    const notices = [notice, ...opened.map(({ said }) => said)].filter((line) => line !== undefined);
    const marker = needsMarker(settings) ? await recognisePhotoFolder(connection.db, photoFolderIn(settings.dataDir)) : undefined;
    const { clock, stopClock } = await openClock(settings, connection, log);
    const deps: Deps = {
      areas,
      product,
      settings,
      db: connection.db,
      clock,
      random: systemRandom,
      ports: openPorts(settings, { clock, onSms, marker }),
      releases,
      applications,
      compilers: new ChangeCompilers(settings.projectDir),
      ...(settings.preview && { previews: previewsFor(settings, log) }),
      jobs: createJobs(clock, jobsOf(areas)),
      log,
      alarms: new Alarms({ db: connection.db, clock, random: systemRandom, log }),
      stepCounts: new StepCounts({ db: connection.db, log }),
      rolloutCounts: new RolloutCounts({ db: connection.db, log }),
    };
    const close = async () => {
      stopClock();
      await Promise.all([releases, ...applications.map((each) => each.releases)].map((each) => each.stop()));
      await connection.close();
    };
    return { deps, close, ...(notices.length > 0 && { notice: notices.join('\n  ') }) };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

const previewsFor = (settings: ServerSettings, log: Deps['log']) =>
  settings.remotePreview ? new RemotePreviews({ remote: settings.remotePreview, log }) : new Previews({ settings, log });

/** A demo's folder may be emptied by hand. In production, missing photos are an error. */
const needsMarker = ({ mode, providers }: ServerSettings) => mode === 'production' && providers.storage === undefined;

const followEveryMs = 1000;

/** Real time in production. In demo and development, a clock that `/dev/clock` moves forward on all nodes of a database. */
async function openClock(
  { mode }: ServerSettings,
  { db, kind }: Connection,
  log: Logger,
): Promise<{ clock: Clock; stopClock: () => void }> {
  if (!isDemo(mode)) return { clock: systemClock, stopClock: () => {} };
  const clock = movableClock(systemClock);
  await clock.follow(db);
  // An embedded database has a single node, so nobody else can move the clock.
  if (kind === 'embedded') return { clock, stopClock: () => {} };
  const warn = (error: unknown) => log.warn({ err: error }, 'the clock cannot be read');
  const timer = setInterval(() => void clock.follow(db).catch(warn), followEveryMs);
  return { clock, stopClock: () => clearInterval(timer) };
}

/** Opens the configured database and runs all migrations. Refuses a master key that does not belong to it. */
export async function openDatabase(areas: readonly Area[], settings: ServerSettings, accept = checkKeyring): Promise<Connection> {
  const directory = embeddedDatabaseIn(settings.dataDir);
  const connection = settings.databaseUrl ? connectPostgres(settings.databaseUrl, settings.databasePool) : await connectEmbedded(directory);
  try {
    await migrate(connection.db, migrationsOf(areas));
    await accept(connection.db, settings.keyring, keyIdsOf(areas));
    return connection;
  } catch (error) {
    await connection.close();
    throw connection.kind === 'embedded' && isDamage(error) ? damaged(directory, error) : error;
  }
}

interface OpenedApplication extends Pick<ProjectApplication, 'name'> {
  registry: Registry;
  configDir: string;
  pinned: () => Promise<string[]>;
}

interface ReleaseParts {
  product: Product;
  settings: ServerSettings;
  connection: Connection;
  log: Logger;
  keptOf: ((application: string) => KeptStart) | undefined;
}

const home = fileURLToPath(new URL('../..', import.meta.url));

function keptStarts({ dataDir, projectDir }: ServerSettings): (application: string) => KeptStart {
  const version = codeVersion([home, projectDir]);
  return (application) => keptStart(join(dataDir, 'starts', application), version);
}

/** Development watches files. Other modes use the release table, which files seed while it is empty (a demo also follows changes). */
async function openReleases(
  { name, registry, configDir, pinned }: OpenedApplication,
  { product, settings, connection: { db }, log, keptOf }: ReleaseParts,
): Promise<{ releases: ReleaseService; notice?: string | undefined }> {
  const table = databaseReleases(db, { application: name, ...(settings.isWorld && { compress: compressQuickly }) });
  const { mode } = settings;
  if (mode === 'development') return { releases: await watchedReleases({ configDir, registry, table, pinned, log }) };
  const { rehearse } = databaseStore({ db, settings, product, registry }, { application: name });
  const deps = { db, clock: systemClock, alarms: { raise: () => {}, settled: async () => {} } };
  const publish = async (release: Release) =>
    void (await publishRelease(deps, { application: name, release, by: 'files', kind: 'seed', authority: { is: 'exempt' }, rehearse }));
  const notice = await seedReleases(table, { configDir, registry, always: mode === 'demo', kept: keptOf?.(name), rehearse, publish });
  const releases = await releaseService({
    table,
    fits: (manifest) => checkRelease(manifest, registry),
    pinned,
    warn: (message, details) => log.warn(details, message),
  });
  return { releases, notice };
}
