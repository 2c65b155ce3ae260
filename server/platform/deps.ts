import type { Logger } from 'pino';
import type { Alarms } from './alarms/alarms.ts';
import type { Area } from './area.ts';
import type { ChangeCompilers } from './changes/compiling/compilers.ts';
import type { Db } from './db/database.ts';
import type { Jobs } from './jobs/types.ts';
import type { Previews } from './preview/previews.ts';
import type { RemotePreviews } from './preview/remote.ts';
import type { Product } from './product.ts';
import type { Application, ReleaseService } from './release/types.ts';
import type { Ports } from '../ports/types.ts';
import type { ServerSettings } from './settings.ts';
import type { RolloutCounts } from './rollout/rolloutCounts.ts';
import type { StepCounts } from './stepCounts/stepCounts.ts';

/** Injected, so that tests can stop the clock. */
export interface Clock {
  now(): Date;
}

/** Injected, so that tests are deterministic. Outside tests, both methods use a CSPRNG. */
export interface Random {
  bytes: (count: number) => Buffer;
  /** A uniformly distributed integer n with 0 ≤ n < limit. */
  below: (limit: number) => number;
}

/** Every external dependency of the application; `createApp` adds none. */
export interface Deps {
  areas: readonly Area[];
  product: Product;
  settings: ServerSettings;
  db: Db;
  clock: Clock;
  random: Random;
  ports: Ports;
  /** Releases of the main application. */
  releases: ReleaseService;
  /** The other applications. */
  applications: readonly Application[];
  /** Compiles changes of the configuration alongside requests. */
  compilers: Pick<ChangeCompilers, 'ask' | 'stop'>;
  /** Previews changes in a world of made-up people. Absent if the server offers none. */
  previews?: Pick<Previews | RemotePreviews, 'begin' | 'stage' | 'admit' | 'endLink' | 'people' | 'stop'>;
  jobs: Jobs;
  log: Logger;
  alarms: Pick<Alarms, 'raise' | 'settled'>;
  stepCounts: Pick<StepCounts, 'add' | 'settled'>;
  rolloutCounts: Pick<RolloutCounts, 'add' | 'addVisitor' | 'settled'>;
}
