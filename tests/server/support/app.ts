import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createApp } from '../../../server/platform/app.ts';
import type { Connection } from '../../../server/platform/db/connect.ts';
import { createTestDatabase } from './testDatabase.ts';
import type { Deps } from '../../../server/platform/deps.ts';
import type { App } from '../../../server/platform/http/types.ts';
import { areas } from '../../../server/areas.ts';
import { Alarms } from '../../../server/platform/alarms/alarms.ts';
import { ChangeCompilers } from '../../../server/platform/changes/compiling/compilers.ts';
import { jobsOf } from '../../../server/platform/area.ts';
import { cashLoan } from '../../../server/product/product.ts';
import { createJobs } from '../../../server/platform/jobs/jobs.ts';
import { createLog } from '../../../server/platform/log.ts';
import type { ReleaseService } from '../../../server/platform/release/types.ts';
import { faceMatchSandbox } from '../../../server/ports/faceMatchSandbox.ts';
import { collectionSandbox, type CollectionSandbox } from '../../../server/ports/sandbox/collectionSandbox.ts';
import { payoutSandbox, type PayoutSandbox } from '../../../server/ports/sandbox/payoutSandbox.ts';
import { socialLinkSandbox, type SocialLinkSandbox } from '../../../server/ports/socialLinkSandbox.ts';
import { smsSandbox, type SmsSandbox } from '../../../server/ports/smsSandbox.ts';
import { localStorage } from '../../../server/ports/storageLocal.ts';
import { systemRandom } from '../../../server/platform/random.ts';
import { readSettings } from '../../../server/platform/settings.ts';
import { RolloutCounts } from '../../../server/platform/rollout/rolloutCounts.ts';
import { StepCounts } from '../../../server/platform/stepCounts/stepCounts.ts';
import { fixedReleases, manifestWith } from './releases.ts';
import { deskRoles } from './roles.ts';

export interface TestApp {
  app: App;
  deps: Deps;
  sms: SmsSandbox;
  payout: PayoutSandbox;
  collection: CollectionSandbox;
  socialLink: SocialLinkSandbox;
  /** The clock stands still until it is set or moved. */
  clock: { now(): Date; set(date: Date): void; advance(seconds: number): void };
  /** Lines of the log so far. */
  log: Record<string, unknown>[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** A connection with all migrations, closed with the application. By default, the application creates its own. */
  connection?: Connection;
  env?: Record<string, string>;
  /** The cash loan by default. */
  project?: Pick<Deps, 'areas' | 'product'>;
  applications?: Deps['applications'];
  releases?: ReleaseService | ((deps: Omit<Deps, 'releases'>) => Promise<ReleaseService>);
}

/** A desk with roles only, so that staff have the same rights as in the shipped one. */
const rolesOnly: Deps['applications'][number] = {
  name: 'desk',
  operations: {},
  releases: fixedReleases(manifestWith({ other: { roles: { roles: deskRoles } } })),
};

/** Starts the whole application on its own database, with a stopped clock and sandboxes. */
export async function startTestApp({
  connection: given,
  env = {},
  project = { areas, product: cashLoan },
  releases = fixedReleases(manifestWith()),
  applications = project.product === cashLoan ? [rolesOnly] : [],
}: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hakbang-test-'));
  const settings = readSettings({ HAKBANG_MODE: 'test', DATA_DIR: dataDir, ...env });
  const connection = given ?? (await createTestDatabase());
  const clock = stoppedClock(new Date('2026-03-10T04:00:00Z'));
  const log: Record<string, unknown>[] = [];
  const sms = smsSandbox(clock);
  const socialLink = socialLinkSandbox({ clock });
  const [payout, collection] = [payoutSandbox({ clock }), collectionSandbox({ clock })];
  const logger = createLog(settings.logLevel, collect(log));
  const base = {
    ...project,
    applications,
    settings,
    db: connection.db,
    clock,
    random: systemRandom,
    ports: { sms, storage: localStorage(join(dataDir, 'files')), faceMatch: faceMatchSandbox(), payout, collection, socialLink },
    compilers: new ChangeCompilers(settings.projectDir),
    jobs: createJobs(clock, jobsOf(project.areas)),
    log: logger,
    alarms: new Alarms({ db: connection.db, clock, random: systemRandom, log: logger }),
    stepCounts: new StepCounts({ db: connection.db, log: logger }),
    rolloutCounts: new RolloutCounts({ db: connection.db, log: logger }),
  };
  const deps: Deps = { ...base, releases: typeof releases === 'function' ? await releases(base) : releases };
  const app = await createApp(deps);
  const close = async () => {
    await app.close();
    await deps.releases.stop();
    await connection.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { app, deps, sms, payout, collection, socialLink, clock, log, close };
}

function stoppedClock(start: Date) {
  let time = start;
  return {
    now: () => time,
    set: (date: Date) => void (time = date),
    advance: (seconds: number) => void (time = new Date(time.getTime() + seconds * 1000)),
  };
}

const collect = (lines: Record<string, unknown>[]) =>
  new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line) as Record<string, unknown>);
      done();
    },
  });
